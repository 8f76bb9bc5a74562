-- expect: states=9 rules=18 exit=0
-- Cover properties that are met, one with a ruleset.

type p: scalarset (2);
var x: array [p] of 0..2;
startstate begin for i: p do x[i] := 0; end; end;
ruleset i: p do rule "up" begin x[i] := (x[i] + 1) % 3; end; end;
cover "both" forall i: p do x[i] = 2 end;
ruleset i: p do cover "one" x[i] = 2; end;
