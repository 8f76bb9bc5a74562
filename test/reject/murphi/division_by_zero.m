-- expect: E040 2:12 the value of N must be constant
const N: 1 / 0;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
