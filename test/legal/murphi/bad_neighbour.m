-- group: pid=none
-- refused: pid line 11 fixed 3
-- An iteration reads what others write.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; p: pid;
ruleset x: pid do startstate for i: pid do a[i] := false; end; p := x; end; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; p := x; end; end;
rule "chain" true ==> for j: pid do a[j] := !a[p]; end; end;
