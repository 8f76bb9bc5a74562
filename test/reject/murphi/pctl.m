-- expect: E017 4:1 probabilistic formulas
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
pctl [ true until <= 3 x ] > 0;
