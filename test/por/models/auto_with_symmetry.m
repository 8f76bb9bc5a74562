-- The same with many processes that are alike: reduction is tried on the quotient. verdict: 11. reduced: yes
-- stored 38760: --por=off
-- stored 85: --por=auto --threads=1
-- stored 85: --por=auto --threads=2
type index: scalarset(14);
     place: 0..6;
var at: array [index] of place;
startstate begin for i: index do at[i] := 0; end; end;
ruleset i: index do
  rule "first" at[i] = 0 ==> begin at[i] := 1; end;
  rule "second" at[i] = 1 ==> begin at[i] := 2; end;
  rule "third" at[i] = 2 ==> begin at[i] := 3; end;
  rule "fourth" at[i] = 3 ==> begin at[i] := 4; end;
  rule "fifth" at[i] = 4 ==> begin at[i] := 5; end;
  rule "sixth" at[i] = 5 ==> begin at[i] := 6; end;
end;
