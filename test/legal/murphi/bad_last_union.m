-- group: pid=S2
-- refused: pid line 12 fixed 1
-- The last member of the union is an element, which is singled out.

const N: 3;
type pid: scalarset (N); small: 0..N;

  node: union {enum {home}, pid};
var a: array [node] of boolean; last: node;
startstate for i: node do a[i] := false; end; last := home; end;
ruleset x: pid do rule "set" !a[x] ==> a[x] := true; end; end;
rule "pick" true ==> for j: node do last := j; end; end;
