-- group: pid=S3
-- exit: 12
-- A sum does not depend on the order, nor does leaving its range.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; n: 0..2;
startstate for i: pid do a[i] := false; end; n := 0; end;
ruleset x: pid do rule "set" !a[x] ==> a[x] := true; end; end;
rule "count" true ==> n := 0; for j: pid do if a[j] then n := n + 1; end; end; end;
