-- expect --deadlock=off: low=holds
-- @ltl low: [] {x < 3}
-- An assumption excludes one of two start states, and with it all that is reached from there.
var x: 0..3;
startstate begin x := 0; end;
startstate begin x := 3; end;
rule "turn" x < 2 ==> begin x := 1 - x; end;
assume x < 3;
