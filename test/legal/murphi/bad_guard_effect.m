-- group: pid=none
-- refused: pid line 12 fixed 3
-- A guard that writes is seen by the instances that come after it.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; last: pid;
function note (x: pid): boolean; begin if a[x] then last := x; end; return false; end;
ruleset x: pid do startstate for i: pid do a[i] := false; end; last := x; end; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; end; end;
ruleset x: pid do rule "look" note (x) ==> a[x] := true; end; end;
