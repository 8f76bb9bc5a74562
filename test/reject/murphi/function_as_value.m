-- expect: E023 6:17 f is a function, not a value
-- help: f(...)
function f(): boolean; begin return true; end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin x := f; end;
