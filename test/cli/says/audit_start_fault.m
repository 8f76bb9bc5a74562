-- A start state that faults is none that transitions are compared in.
-- run: check --por=stubborn --audit=100 --threads=1 --deadlock=off
-- exit: 14
-- says: comparisons of transitions agree
type P: scalarset (3);
var a: array [P] of boolean; x: 0..1;
startstate "good" begin for p: P do a[p] := false; end; x := 0; end;
startstate "bad" begin for p: P do a[p] := false; end; x := 1; assert x = 0 "zero"; end;
ruleset p: P do rule "on" !a[p] ==> begin a[p] := true; end; end;
