-- The same where states have multisets, which are sorted after each renaming.
-- run: check --symmetry=detect-local --deadlock=off
-- says: representatives 36
var a: array [0..1] of multiset [3] of 0..1;
startstate begin clear a; end;
ruleset i: 0..1; v: 0..1 do
  rule "put" multisetcount(k: a[i], true) < 3 ==> begin multisetadd(v, a[i]); end;
end;
