-- expect: states=6 rules=11 exit=0
-- One rule with a guard, one without.

var x: 0..5;
startstate begin x := 0; end;
rule "up" x < 5 ==> begin x := x + 1; end;
rule "reset" begin x := 0; end;
