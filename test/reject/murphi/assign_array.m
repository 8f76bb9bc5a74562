-- expect: E033 3:38 cannot assign an array of 0..2 to an array of 0..1
var a: array[0..1] of 0..1; b: array[0..1] of 0..2;
startstate begin clear a; clear b; a := b; end;
