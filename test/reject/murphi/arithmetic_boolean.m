-- expect: E032 4:19 + works on integers, but an operand is boolean
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin n := x + 1; end;
