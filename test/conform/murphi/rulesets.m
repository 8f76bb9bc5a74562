-- expect: states=81 rules=342 exit=0
-- Nested rulesets over different domains; each instance fires on its own.

type p: scalarset (2); e: enum { a, b };
var x: array [p] of array [e] of 0..2;
startstate begin for i: p do for k: e do x[i][k] := 0; end; end; end;
ruleset i: p do
  ruleset k: e; n: 1..2 do
    rule "add" x[i][k] + n <= 2 ==> begin x[i][k] := x[i][k] + n; end;
  end;
  rule "zero" forall k: e do x[i][k] = 2 end ==> begin for k: e do x[i][k] := 0; end; end;
end;
