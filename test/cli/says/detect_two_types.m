-- Two types of eight elements each, of which the text tells, as the graph does not know of multisets: states are arranged by
-- both types, for neither leaves few enough elements of the group to try them all.
-- run: check --symmetry=detect
-- says: symmetry: S8 on x, values of a; S8 on y, values of b
-- says: ; types)
-- says: orbits 9 = 1,369 states
type P: 1..8; Q: 1..8;
var x: array [P] of boolean; y: array [Q] of boolean; a: multiset [2] of P; b: multiset [2] of Q;
startstate begin for p: P do x[p] := false; end; for q: Q do y[q] := false; end; end;
ruleset p: P do
  rule "send p" !x[p] & multisetcount(i: a, true) < 2 ==> begin multisetadd(p, a); x[p] := true; end;
end;
choose i: a do rule "receive p" true ==> begin x[a[i]] := false; multisetremove(i, a); end; end;
ruleset q: Q do
  rule "send q" !y[q] & multisetcount(i: b, true) < 2 ==> begin multisetadd(q, b); y[q] := true; end;
end;
choose i: b do rule "receive q" true ==> begin y[b[i]] := false; multisetremove(i, b); end; end;
