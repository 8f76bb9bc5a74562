-- What is added to stands in another entry than what is assigned.
-- group: P=none
-- refused: P line 12 fixed 3
-- used: P=S3
-- checked: 1
type P: scalarset (3);
var f: array [P] of boolean; s: array [0..3] of 0..9; n: 0..1;
startstate begin for p: P do f[p] := false; end; for i: 0..3 do s[i] := 0; end; n := 0; end;
ruleset p: P do rule "on" !f[p] ==> begin f[p] := true; end; end;
rule "count" s[n + 1] = 0 ==>
begin
  for p: P do if f[p] then s[n + 1] := s[n + 2] + 1; end; end;
  n := 1 - n;
end;
