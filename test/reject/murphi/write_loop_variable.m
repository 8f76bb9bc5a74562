-- expect: E050 6:35 cannot pass to a var parameter i: it is read-only
-- help: variable of a loop or ruleset may be assigned
var x: boolean; n: 0..10;
function f(var k: 0..3): boolean; begin k := 0; return true; end;
startstate begin x := true; n := 0; end;
rule begin if forall i: 0..3 do f(i) end then x := true; end; end;
