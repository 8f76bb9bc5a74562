-- A loop in a procedure changes what its argument says, and no more: such rules are independent.
-- run: check --symmetry=off --por=stubborn --deadlock=off
-- says: states 4 transitions 3 depth 3
var x: array [0..2] of 0..6; seen: array [0..2] of boolean;
procedure turn(k: 0..2); begin for j: 0..150 do x[k] := (x[k] * 3 + j) % 7; end; end;
startstate begin for k: 0..2 do x[k] := k; seen[k] := false; end; end;
rule "zero" !seen[0] ==> begin turn(0); seen[0] := true; end;
rule "one" !seen[1] ==> begin turn(1); seen[1] := true; end;
rule "two" !seen[2] ==> begin turn(2); seen[2] := true; end;
