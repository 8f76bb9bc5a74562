-- Processes that share nothing but the number of those that have ended. verdict: 11. reduced: yes
-- stored 78125: --symmetry=off --por=off
-- stored 29: --symmetry=off --por=auto --threads=1
-- stored 29: --symmetry=off --por=auto --threads=2
type index: 0..6;
     place: 0..4;
var at: array [index] of place;
startstate begin for i: index do at[i] := 0; end; end;
ruleset i: index do
  rule "first" at[i] = 0 ==> begin at[i] := 1; end;
  rule "second" at[i] = 1 ==> begin at[i] := 2; end;
  rule "third" at[i] = 2 ==> begin at[i] := 3; end;
  rule "last" at[i] = 3 ==> begin at[i] := 4; end;
end;
