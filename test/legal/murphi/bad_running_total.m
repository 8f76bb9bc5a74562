-- group: pid=none
-- refused: pid line 11 fixed 3
-- A sum that is looked at while it grows.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of small; n: small;
startstate for i: pid do a[i] := 0; end; n := 0; end;
ruleset x: pid do rule "set" true ==> a[x] := (a[x] + 1) % 3; end; end;
rule "number" true ==> n := 0; for j: pid do a[j] := n; n := n + 1; end; end;
