-- A sum in an entry that an expression with numbers names.
-- group: P=S3
-- refused: 0
type P: scalarset (3);
var f: array [P] of boolean; s: array [0..3] of 0..9; n: 0..1;
startstate begin for p: P do f[p] := false; end; for i: 0..3 do s[i] := 0; end; n := 0; end;
ruleset p: P do rule "on" !f[p] ==> begin f[p] := true; end; end;
rule "count" s[2 * n + 1] = 0 ==>
begin
  for p: P do if f[p] then s[2 * n + 1] := s[2 * n + 1] + 1; end; end;
  n := 1 - n;
end;
