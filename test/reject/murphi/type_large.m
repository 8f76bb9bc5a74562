-- expect: E044 2:8 this type is too large
var a: array[0..99999] of array[0..99999] of boolean;
startstate begin end;
