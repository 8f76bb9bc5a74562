-- expect: states=3 rules=5 exit=0
-- States that violate an assumption do not belong to the model.

var x: 0..5;
startstate begin x := 0; end;
rule "up" begin x := (x + 1) % 6; end;
rule "back" x > 0 ==> begin x := x - 1; end;
assume "small" x < 3;
