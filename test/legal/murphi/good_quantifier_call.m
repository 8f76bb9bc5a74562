-- group: pid=S3
-- exit: 12
-- A function without effects inside a quantifier.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; p: pid;
function is_set (x: pid): boolean; begin return a[x]; end;
ruleset x: pid do startstate for i: pid do a[i] := false; end; p := x; end; end;
ruleset x: pid do rule "set" exists i: pid do !is_set (i) end ==> a[x] := true; p := x; end; end;
invariant "not all" exists i: pid do !is_set (i) end;
