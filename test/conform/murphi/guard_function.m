-- expect: states=4 rules=9 exit=0
-- A function in a guard looks at the state through its parameters.

type p: scalarset (3);
var busy: array [p] of boolean;
function free(i: p): boolean;
begin
  for j: p do if j != i & busy[j] then return false; end; end;
  return true;
end;
startstate begin for i: p do busy[i] := false; end; end;
ruleset i: p do
  rule "take" free(i) ==> begin busy[i] := true; end;
  rule "give" busy[i] ==> begin busy[i] := false; end;
end;
invariant "one" forall i: p do busy[i] -> free(i) end;
