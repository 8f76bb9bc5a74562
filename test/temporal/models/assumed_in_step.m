-- expect --deadlock=off: low=holds
-- @ltl low: [] {x < 3}
-- What is assumed inside of a step is no condition on states.
var x: 0..3;
startstate begin x := 0; end;
rule "up" x < 3 ==> begin x := x + 1; assume x != 3; end;
rule "back" x = 2 ==> begin x := 0; end;
