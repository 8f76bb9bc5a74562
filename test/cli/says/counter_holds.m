-- A process that holds another one cannot be counted.
-- run: check --engine=symbolic --symbolic-symmetry=counter
-- exit: 64
-- says: a[p_1] belongs to a process and holds processes, so these cannot be anonymous
type p: scalarset(3);
var a: array[p] of p;
startstate for i: p do a[i] := i; end; end;
ruleset i: p; j: p do rule "r" a[i] := j; end; end;
