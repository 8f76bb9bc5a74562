-- expect: exit=12
-- verdict not two = fails
-- An invariant below a ruleset holds for every value of its parameters.

type p: scalarset (2);
var x: array [p] of 0..2;
startstate begin for i: p do x[i] := 0; end; end;
ruleset i: p do rule "up" begin x[i] := (x[i] + 1) % 3; end; end;
ruleset i: p do invariant "not two" x[i] < 2; end;
