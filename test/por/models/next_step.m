-- A formula of branching time that counts steps is not kept. verdict: 0
-- args: --deadlock=off --ctl=EX(EX{at[0]=2})
-- told: a formula of branching time speaks of next steps
type index: 0..2;
     place: 0..2;
var at: array [index] of place;
startstate begin for i: index do at[i] := 0; end; end;
ruleset i: index do
  rule "step" at[i] < 2 ==> begin at[i] := at[i] + 1; end;
end;
