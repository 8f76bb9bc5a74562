-- group: pid=S3
-- exit: 12
-- The first element that fits ends the loop, but which one it is makes no difference.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; some: boolean;
function any (): boolean; begin for i: pid do if a[i] then return true; end; end; return false; end;
startstate for i: pid do a[i] := false; end; some := false; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; end; end;
rule "look" true ==> some := any (); end;
invariant "never" !some;
