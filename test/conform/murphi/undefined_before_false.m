-- expect: exit=12
-- verdict no fault = fails
-- Process 2 reads what is undefined before it comes to a test that is false: its rule is tried all the same, however
-- much of a guard is known from single variables.

type P: 1..3;
var pc: array [P] of boolean; flag: boolean;

startstate begin flag := false; for p: P do pc[p] := true; end; end;

rule "go" !flag & pc[1] ==> begin flag := true; undefine pc[2]; end;

ruleset p: P do
rule "a" pc[p] & !flag & p != 3 ==> begin pc[p] := pc[p]; end;
end;
