-- group: pid=S3
-- starts: pid=S2
-- start refused: pid line 10 fixed 1
-- The first element is singled out.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; p: pid;
startstate for i: pid do a[i] := false; end; clear p; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; end; end;
invariant "i" isundefined (p) | true;
