-- group: pid=S3
-- A local that each iteration sets before it reads it; two loops use the same one.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; n: array [pid] of small;
startstate for i: pid do a[i] := false; n[i] := 0; end; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; end; end;
rule "work" true ==>
  var t: small; r: record u: small; v: pid; end;
  begin
    for j: pid do t := n[j]; if a[j] & t < N then t := t + 1; end; n[j] := t; end;
    for j: pid do
      undefine r;
      r.v := j;
      if a[r.v] then r.u := 0; else r.u := n[j]; end;
      t := r.u;
      if n[j] = N then r.u := 1; end;
      n[j] := t;
    end;
end;
