-- As mostly_sticky.m, but the step that goes round is chosen first: where it leads back the rest must be taken. verdict: 14
-- told: stubborn sets (7 transitions, of them 0 visible)
type index: 0..3;
     place: 0..2;
var at: array [index] of place; n: place; lamp: boolean;
startstate begin for i: index do at[i] := 0; end; n := 0; lamp := false; end;
rule "lamp" true ==> begin lamp := !lamp; end;
ruleset i: index do
  rule "step" at[i] < 2 ==> begin at[i] := at[i] + 1; end;
end;
rule "count" n < 2 ==> begin n := n + 1; end;
rule "fails" n = 2 ==> begin error "here"; end;
