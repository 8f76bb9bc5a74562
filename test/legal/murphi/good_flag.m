-- group: pid=S3
-- exit: 12
-- The same constant from each iteration that writes.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; found: boolean; who: pid;
ruleset x: pid do startstate for i: pid do a[i] := false; end; found := false; who := x; end; end;
ruleset x: pid do rule "set" !a[x] ==> a[x] := true; end; end;
ruleset x: pid do
  rule "look" true ==>
    found := false;
    for j: pid do if a[j] & j != x then found := true; who := x; end; end;
  end;
end;
invariant "never" !found;
