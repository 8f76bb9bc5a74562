-- expect --deadlock=off: never=fails
-- @ltl never: [] {a[x] != 1}
-- The condition cannot be evaluated in a state behind the violation: what was found first counts, as in a search from the
-- start, also where all states are known before the formula is judged.
var x: 0..9; a: array [0..4] of 0..1;
startstate begin x := 0; for i: 0..4 do a[i] := i = 2 ? 1 : 0; end; end;
rule "up" x < 7 ==> begin x := x + 1; end;
