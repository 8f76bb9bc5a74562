-- What stands behind a multiset that is cleared stays defined.
-- group: P=S3
-- refused: 0
type P: scalarset (3);
var m: multiset [2] of P; ok: boolean; f: array [P] of boolean;
startstate begin for p: P do f[p] := false; end; ok := true; clear m; end;
ruleset p: P do
  rule "add" multisetcount (i: m, true) < 2 ==> begin multisetadd(p, m); f[p] := true; end;
end;
rule "all" ok ==> begin for p: P do ok := f[p] & ok; end; clear m; end;
