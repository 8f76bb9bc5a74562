-- expect: states=9 rules=37 exit=0
-- forall and exists over ranges, enumerations and scalarsets, nested.

type p: scalarset (2); e: enum { low, high };
var a: array [p] of array [e] of boolean;
startstate begin for i: p do for k: e do a[i][k] := false; end; end; end;
ruleset i: p; k: e do
  rule "set" !exists j: p do j != i & a[j][k] end ==> begin a[i][k] := true; end;
  rule "unset" forall l: e do a[i][l] end ==> begin a[i][k] := false; end;
end;
rule "clear all" begin for i: p do for k: e do a[i][k] := false; end; end; end;
invariant "exclusive" forall k: e do forall i: p do forall j: p do a[i][k] & a[j][k] -> i = j end end end;
