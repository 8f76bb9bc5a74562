-- expect: states=16 rules=80 exit=0
-- Arrays of arrays and assignment of a whole row.

var m: array [0..1] of array [0..1] of boolean;
startstate begin for i: 0..1 do for j: 0..1 do m[i][j] := false; end; end; end;
ruleset i: 0..1; j: 0..1 do
  rule "flip" begin m[i][j] := !m[i][j]; end;
end;
rule "row" begin m[0] := m[1]; end;
