-- expect: E053 6:14 the var parameter a is 0..5, but this is 0..10
-- help: bounds
procedure p(var a: 0..5); begin a := 1; end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin p(n); end;
