-- expect: exit=11
-- verdict no deadlock = fails
-- A state without any step.

var x: 0..2;
startstate begin x := 0; end;
rule "up" x < 2 ==> begin x := x + 1; end;
