-- group: pid=S3
-- property first: pid=S2
-- property any: pid=S3
-- exit: 12
-- A property that singles out an element has a smaller group than the steps.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean;
function first (): boolean; var x: pid; begin clear x; return a[x]; end;
startstate for i: pid do a[i] := false; end; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; end; end;
invariant "first" !first ();
invariant "any" forall i: pid do forall j: pid do i != j -> !(a[i] & a[j]) end end;
cover "both" exists i: pid do a[i] end & !first ();
