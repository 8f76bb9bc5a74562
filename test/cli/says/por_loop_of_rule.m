-- A loop changes what the parameter of its rule says, and no more: such rules are independent.
-- run: check --symmetry=off --por=stubborn --deadlock=off
-- says: states 4 transitions 3 depth 3
var x: array [0..2] of 0..6; seen: array [0..2] of boolean;
startstate begin for k: 0..2 do x[k] := k; seen[k] := false; end; end;
ruleset k: 0..2 do rule "fill" !seen[k] ==> begin for j: 0..150 do x[k] := (x[k] * 3 + j) % 7; end; seen[k] := true; end; end;
