-- A start state that faults is told where processes are counted, too.
-- run: check --engine=symbolic --symbolic-symmetry=counter
-- exit: 14
-- says: assertion never two VIOLATED
-- says: 0 bad
type p: scalarset(3);
var a: array[p] of 0..2; x: 0..2;
startstate "good" x := 0; for i: p do a[i] := 0; end; end;
startstate "bad" x := 0; for i: p do a[i] := 0; end; x := 2; assert x != 2 "never two"; end;
ruleset i: p do rule "r" a[i] < 2 ==> a[i] := a[i] + 1; end; end;
