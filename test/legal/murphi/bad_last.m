-- group: pid=S2
-- refused: pid line 12 fixed 1
-- exit: 12
-- The last iteration wins, in each of them.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; last: pid;
startstate for i: pid do a[i] := false; end; undefine last; end;
ruleset x: pid do rule "set" !a[x] ==> a[x] := true; end; end;
rule "pick" true ==> for j: pid do a[j] := !a[j]; last := j; end; end;
invariant "A" isundefined (last) | !a[last];
