-- expect: E052 6:17 f needs 1 argument, but here are 2
-- help: line 3
function f(a: boolean): boolean; begin return a; end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin x := f(x, x); end;
