-- Backward, too, no run passes through a state that an assumption excludes.
-- run: check --engine=symbolic --direction=backward
-- says: invariant low HOLDS
-- says: deadlock no deadlock HOLDS
var x: 0..3;
startstate begin x := 0; end;
rule "up" x < 3 ==> begin x := x + 1; end;
assume x != 1;
invariant "low" x < 2;
