-- expect: E041 2:12 divides by zero
const N: 1 / 0;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
