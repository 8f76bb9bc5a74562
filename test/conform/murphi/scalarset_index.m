-- expect: states=13 rules=27 exit=0
-- Arrays indexed by scalarsets and elements stored in variables.

type p: scalarset (3);
var a: array [p] of boolean; who: p;
startstate begin for i: p do a[i] := false; end; undefine who; end;
ruleset i: p do
  rule "set" !a[i] ==> begin a[i] := true; who := i; end;
  rule "clear" a[i] & !isundefined(who) & who != i ==> begin a[i] := false; end;
end;
