-- expect: E044 2:8 this type is too large
var a: array[0..1023] of array[0..1024] of boolean;
startstate begin end;
