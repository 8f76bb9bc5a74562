-- expect --deadlock=off: on=fails
-- expect --deadlock=off --fair=weak: on=fails
-- expect --deadlock=off --fair=strong: on=holds
-- @ltl on: <> {x}
-- Few states, for tests that take long for each.
var x, y: boolean;
startstate begin x := false; y := false; end;
rule "turn" !x ==> begin y := !y; end;
rule "on" y ==> begin x := true; end;
