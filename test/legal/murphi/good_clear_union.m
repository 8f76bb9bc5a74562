-- group: pid=S3
-- The first value of such a union is no element.

const N: 3;
type pid: scalarset (N); small: 0..N;

  node: union {enum {home}, pid};
var a: array [pid] of node;
startstate clear a; end;
ruleset x: pid; y: pid do rule "set" true ==> a[x] := y; end; end;
rule "back" true ==> clear a; end;
