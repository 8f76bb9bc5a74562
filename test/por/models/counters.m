-- reduced: yes. Rules that have nothing to do with one another. It ends in a deadlock. verdict: 11
type index: 0..2;
     place: 0..4;
var at: array [index] of place;
    total: 0..3;
startstate begin
  for i: index do at[i] := 0; end;
  total := 0;
end;
ruleset i: index do
  rule "first" at[i] = 0 ==> begin at[i] := 1; end;
  rule "second" at[i] = 1 ==> begin at[i] := 2; end;
  rule "third" at[i] = 2 ==> begin at[i] := 3; total := total + 1; end;
  rule "stay" at[i] = 3 & total = 3 ==> begin at[i] := 4; end;
end;
invariant "few" total <= 3;
