-- A formula is judged with reduction where the search of states was. verdict: 13. reduced: yes
-- searched 31: --por=auto --symmetry=off
type index: 0..6;
     place: 0..4;
var at: array [index] of place; done: boolean;
startstate begin for i: index do at[i] := 0; end; done := false; end;
ruleset i: index do
  rule "first" at[i] = 0 ==> begin at[i] := 1; end;
  rule "second" at[i] = 1 ==> begin at[i] := 2; end;
  rule "third" at[i] = 2 ==> begin at[i] := 3; end;
  rule "last" at[i] = 3 ==> begin at[i] := 4; end;
end;
rule "done" forall i: index do at[i] = 4 end & !done ==> begin done := true; end;
rule "rest" done ==> begin done := false; end;
-- @ltl never: [] !done
