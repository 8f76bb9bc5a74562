-- Two states in turn for ever are a fault and not a long loop.
-- run: check --engine=symbolic
-- exit: 12
-- says: fault no fault VIOLATED at depth 5
var x: 0..3; y: boolean; n: 0..5;
startstate x := 0; y := false; n := 0; end;
rule "in" n < 5 ==> n := n + 1; end;
rule "turn" n = 5 ==> while n = 5 do x := 3 - x; y := !y; end; end;
