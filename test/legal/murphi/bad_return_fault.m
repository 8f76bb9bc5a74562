-- group: pid=none
-- refused: pid line 10 fixed 3
-- exit: 12
-- The same, with an early end of the loop.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; some: boolean;
function any (): boolean; begin for i: pid do if a[i] then return true; end; end; return false; end;
startstate undefine a; some := false; end;
ruleset x: pid do rule "set" true ==> a[x] := true; end; end;
rule "look" exists i: pid do !isundefined (a[i]) end ==> some := any (); end;
