-- Of no step it is known that it does not go round, and one does: breadth first some are taken, and the rest where these lead
-- to nothing new. The error of the last process is found. verdict: 14. reduced: yes
-- stored 12: --por=stubborn --threads=1
-- stored 12: --por=stubborn --threads=2
-- told: stubborn sets (7 transitions, of them 0 visible)
type index: 0..3;
     place: 0..2;
var at: array [index] of place; n: place; lamp: boolean;
startstate begin for i: index do at[i] := 0; end; n := 0; lamp := false; end;
ruleset i: index do
  rule "step" at[i] < 2 ==> begin at[i] := at[i] + 1; end;
end;
rule "count" n < 2 ==> begin n := n + 1; end;
rule "fails" n = 2 ==> begin error "here"; end;
rule "lamp" true ==> begin lamp := !lamp; end;
