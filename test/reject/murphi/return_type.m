-- expect: E033 2:37 cannot return an integer where the result is boolean
function f(): boolean; begin return 1; end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
