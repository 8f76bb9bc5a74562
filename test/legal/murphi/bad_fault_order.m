-- group: pid=none
-- refused: pid line 12 fixed 3
-- exit: 12
-- A value may be undefined, and whether it is read depends on the order.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; all: boolean;
startstate undefine a; all := true; end;
ruleset x: pid do rule "set" true ==> a[x] := false; end; end;
rule "look" exists i: pid do !isundefined (a[i]) end ==> all := true; for i: pid do all := all & a[i]; end; end;
