-- expect: E040 2:30 the value of N must be constant
const N: 9223372036854775807 + 1;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
