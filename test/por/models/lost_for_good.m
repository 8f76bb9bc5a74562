-- Behind the last step of the first process the lamp can never be put out. verdict: 13. reduced: yes
-- args: --deadlock=off --ctl=AG(EF{!lamp})
-- told: stubborn sets of one step
type index: 0..4;
     place: 0..2;
var at: array [index] of place; lamp: boolean;
startstate begin for i: index do at[i] := 0; end; lamp := false; end;
ruleset i: index do
  rule "first" at[i] = 0 ==> begin at[i] := 1; end;
  rule "second" at[i] = 1 ==> begin at[i] := 2; end;
end;
rule "on" !lamp ==> begin lamp := true; end;
rule "off" lamp & at[0] < 2 ==> begin lamp := false; end;
