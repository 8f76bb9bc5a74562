-- A multiset is replaced as a whole: what an entry's number then names depends on the order of entries.
-- group: P=none
-- refused: P line 13 fixed 3
type P: scalarset (3);
var m, n: multiset [2] of P; x: P;
startstate begin undefine x; end;
ruleset p: P do
  rule "m" multisetcount (i: m, true) < 2 ==> begin multisetadd(p, m); end;
  rule "n" multisetcount (i: n, true) < 2 ==> begin multisetadd(p, n); end;
end;
choose i: m do
  rule "take" multisetcount (k: n, true) = 2 ==>
  begin m := n; x := m[i]; end;
end;
