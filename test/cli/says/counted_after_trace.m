-- Nodes suffice for the search and for a trace, which is looked for first, but not for the sizes of
-- orbits. There are as many orbits as ways to give 32 elements one of 4 contents: 35 * 34 * 33 / 6.
-- run: check --engine=symbolic --symbolic-symmetry=dynamic --max-nodes=100k --deadlock=off
-- exit: 12
-- says: invariant some VIOLATED counted_after_trace.m:14 at depth 32
-- says: invariant "some", 32 steps
-- says: representatives 6,545 transitions unknown
-- says: number of states and transitions: unknown, because the decision diagrams ran out of nodes
const N: 32;
type P: scalarset(N); V: 0..3;
var x: array [P] of V;
startstate begin for p: P do x[p] := 0; end; end;
ruleset p: P; v: V do rule "set" x[p] = 0 ==> begin x[p] := v; end; end;
invariant "some" exists p: P do x[p] = 0 end;
