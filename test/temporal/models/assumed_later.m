-- expect --deadlock=off: low=holds live=fails
-- expect --deadlock=off --fair=weak: low=holds live=holds
-- expect --deadlock=off --fair=strong: low=holds live=holds
-- @ltl low: [] {x != 4}
-- @ltl live: [] {x != 1}
-- Behind a bad beginning no run goes on, or none that is fair: the steps that could be taken lead to what is assumed away.
var x: 0..7;
startstate begin x := 0; end;
rule "rest" x = 0 | x = 2 ==> begin x := 2; end;
rule "up" x = 0 ==> begin x := 1; end;
rule "wait" x = 1 ==> begin x := 1; end;
rule "on" x = 1 ==> begin x := 7; end;
rule "far" x = 0 ==> begin x := 4; end;
rule "further" x = 4 | x = 5 ==> begin x := x + 1; end;
assume x < 6;
