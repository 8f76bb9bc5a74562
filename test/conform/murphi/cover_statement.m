-- expect: states=3 rules=3 exit=0
-- A cover statement in a rule.

var x: 0..2;
startstate begin x := 0; end;
rule "up" begin x := (x + 1) % 3; cover x = 2 "two"; end;
