-- group: pid=none
-- refused: pid line 9 fixed 3
-- The first fitting iteration wins.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; p: pid;
function first (x: pid): pid; begin for i: pid do if a[i] then return i; end; end; return x; end;
ruleset x: pid do startstate for i: pid do a[i] := false; end; p := x; end; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; end; end;
ruleset x: pid do rule "pick" true ==> p := first (x); end; end;
