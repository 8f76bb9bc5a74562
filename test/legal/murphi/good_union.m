-- group: pid=S3
-- The members that are no elements keep their place in the order.

const N: 3;
type pid: scalarset (N); small: 0..N;

  node: union {enum {home}, pid}; back: union {pid, enum {tail}};
var a: array [node] of boolean; first: node; last: back;
startstate for i: node do a[i] := false; end; first := home; last := tail; end;
ruleset x: node do rule "set" true ==> a[x] := !a[x]; end; end;
rule "loops" true ==>
  for i: node do if a[i] then a[i] := ismember (i, pid); end; end;
  for i: back do last := i; end;
end;
invariant "tail" last = tail;
