-- What remains reachable is kept by sets of a single step. verdict: 0. reduced: yes
-- args: --deadlock=off --ctl=AG(EF{lamp})&AG(EF{!lamp})&!EF(AG{!lamp})
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
rule "off" lamp ==> begin lamp := false; end;
liveness "dark again" !lamp;
