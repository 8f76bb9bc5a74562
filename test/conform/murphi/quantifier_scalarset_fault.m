-- expect: exit=12
-- verdict no fault = fails
-- Over a scalarset every element is looked at: the undefined one faults wherever it stands.

type p: scalarset (2);
var a: array [p] of boolean; n: 0..1;
startstate begin n := 0; end;
ruleset i: p do rule "set" isundefined(a[i]) ==> begin a[i] := true; end; end;
rule "look" exists i: p do !isundefined(a[i]) end & exists i: p do a[i] end ==> begin n := 1 - n; end;
