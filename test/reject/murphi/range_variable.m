-- expect: E040 4:16 the upper bound must be constant
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule var y: 0..n; begin end;
