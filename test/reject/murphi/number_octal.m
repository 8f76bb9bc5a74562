-- expect: E003 2:10 9 is not an octal digit
const N: 019;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
