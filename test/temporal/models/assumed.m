-- expect --deadlock=off: returns=fails high=fails once=holds
-- expect --deadlock=off --code=native: returns=fails high=fails once=holds
-- expect --deadlock=off --fair=weak: returns=holds high=fails once=holds
-- @ltl returns: [] <> {x = 3}
-- @ltl high: <> [] {y = 0}
-- @ltl once: [] ({x = 3} -> <> {x = 0})
-- The first two assumptions exclude nothing, the third one excludes a step. Whether a state is excluded is asked while its
-- source is still expanded: rules that are tried later must see the source.
type node: 0..1;
var x: 0..4; y: 0..1; a: array [node] of 0..1;
startstate begin x := 0; y := 0; clear a; end;
rule "up" x = 0 ==> begin x := 3; end;
rule "turn" x = 0 ==> begin y := 1 - y; end;
rule "back" x = 3 ==> begin x := 0; end;
rule "away" x = 3 ==> begin x := 4; end;
assume x < 5;
ruleset n: node do assume a[n] = 0; end;
assume x != 4;
