-- expect: exit=14
-- verdict three = fails
-- An assertion that fails in a rule.

var x: 0..3;
startstate begin x := 0; end;
rule "up" begin x := (x + 1) % 4; assert x != 3 "three"; end;
