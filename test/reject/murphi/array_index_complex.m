-- expect: E034 2:14 the index of an array cannot be
var a: array[array[0..1] of boolean] of boolean;
startstate begin end;
