-- A run that violates a formula in finitely many steps is shown with the elements named as they appear.
-- run: check --deadlock=off
-- exit: 13
-- says: 1 up, i: P_1
-- says: 2 on, i: P_2
-- says: 3 on, i: P_3
-- @ltl never: [] {forall i: P do x[i] < 3 end}
type P: scalarset(3);
var x: array [P] of 0..3;
startstate begin for i: P do x[i] := 0; end; end;
ruleset i: P do
  rule "up" x[i] = 0 & forall j: P do x[j] = 0 end ==> begin x[i] := 1; end;
  rule "on" x[i] = 0 & exists j: P do x[j] = 1 end ==> begin x[i] := 2; end;
  rule "end" x[i] = 2 & forall j: P do x[j] != 0 end ==> begin x[i] := 3; end;
end;
