-- group: pid=S3
-- Each iteration writes at its own index only.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; n: array [pid] of small;
startstate for i: pid do a[i] := false; n[i] := 0; end; end;
ruleset x: pid do rule "set" !a[x] ==> a[x] := true; end; end;
rule "shift" true ==>
  for j: pid do
    if a[j] then n[j] := (n[j] + 1) % (N + 1); else a[j] := n[j] = 2; end;
  end;
end;
invariant "bounded" forall i: pid do n[i] <= N end;
