-- expect --deadlock=off: far=holds
-- @ltl far: <> {x = 3}
-- An assumption takes the only step out of the only state: no run goes on for ever, and none stops there.
var x: 0..3;
startstate begin x := 0; end;
rule "up" x < 3 ==> begin x := x + 1; end;
assume x != 1;
