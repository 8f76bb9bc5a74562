-- group: pid=none
-- refused: pid line 9 fixed 3
-- A function inside a quantifier writes.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; last: pid; b: boolean;
function note (x: pid): boolean; begin last := x; return a[x]; end;
ruleset x: pid do startstate for i: pid do a[i] := false; end; last := x; b := false; end; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; end; end;
rule "look" true ==> b := exists i: pid do note (i) end; end;
