-- expect: E040 5:15 the value of N must be constant
function f(): 0..1; begin return 1; end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule const N: f(); begin end;
