-- expect: states=4 rules=6 exit=0
-- An assume statement that is false takes the step away.

var x: 0..5;
startstate begin x := 0; end;
rule "up" begin x := (x + 1) % 6; assume x != 4; end;
rule "back" x > 0 ==> begin x := x - 1; end;
