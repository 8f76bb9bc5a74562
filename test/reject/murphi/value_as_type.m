-- expect: E023 5:13 n is not a type
-- help: line 3
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule var y: n; begin end;
