-- Local states are numbered by all their variables in turn: the counterexample does not depend on how they were found.
-- run: check --engine=symbolic --symbolic-symmetry=counter --deadlock=off
-- exit: 12
-- says: b[P_1]: 0 -> 3
-- says: false here for i = P_1
type P: scalarset(3);
var a: array [P] of 0..1; b: array [P] of 0..3;
startstate begin for i: P do a[i] := 0; b[i] := 0; end; end;
ruleset i: P; v: 1..3 do rule "set" b[i] = 0 ==> begin b[i] := v; end; end;
ruleset i: P do rule "turn" a[i] = 0 ==> begin a[i] := 1; end; end;
invariant "few" forall i: P do b[i] < 2 end;
