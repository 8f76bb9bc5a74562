-- Local search finds the lesser of two states that are alike.
-- run: check --symmetry=detect-local --deadlock=off
-- says: representatives 6 transitions 8
var a: array [0..1] of 0..2;
startstate begin a[0] := 0; a[1] := 0; end;
ruleset i: 0..1 do rule "up" a[i] < 2 ==> begin a[i] := a[i] + 1; end; end;
