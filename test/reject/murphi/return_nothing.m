-- expect: E055 2:30 a function must return a value
function f(): boolean; begin return; end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
