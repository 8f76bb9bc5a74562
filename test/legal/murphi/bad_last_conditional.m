-- group: pid=none
-- refused: pid line 12 fixed 3
-- exit: 12
-- The last fitting iteration wins.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; last: pid;
startstate for i: pid do a[i] := false; end; undefine last; end;
ruleset x: pid do rule "set" !a[x] ==> a[x] := true; end; end;
rule "pick" true ==> for j: pid do if a[j] then last := j; end; end; end;
invariant "A" isundefined (last) | forall i: pid do a[i] -> i = last end;
