-- expect: states=3 rules=4 exit=12
-- verdict l = fails
-- verdict also = incomplete
-- verdict no fault = fails
-- The condition faults in the start state, but from n = 1 on no good state is left, nor one where it faults.

var n: 0..2; y: 0..3;
startstate n := 0; undefine y; end;
rule n = 0 ==> n := 1; y := 2; end;
rule n > 0 ==> n := 3 - n; y := 2; end;
rule n = 2 ==> n := 1; end;
ruleset i: 1..2 do
liveness "l" n = 0 & y = i; end;
liveness "also" n = 0 ? y = 1 : true;
