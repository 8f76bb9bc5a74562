-- group: pid=none
-- refused: pid line 12 fixed 3
-- exit: 12
-- A sum that rises and falls may leave its range in one order and not in another.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; n: 0..1;
startstate for i: pid do a[i] := false; end; n := 0; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; end; end;
rule "sum" true ==> n := 0; for j: pid do if a[j] then n := n + 1; else n := n - 1; end; end; end;
