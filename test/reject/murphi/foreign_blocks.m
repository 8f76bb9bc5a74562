-- expect: E011 9:48 expected then after the condition before {
-- help: blocks have no braces
-- expect: E011 10:32 expected := before the first bound
-- help: for i := 0 to 3 do
-- expect: E011 11:25 before ,
-- help: separated by semicolons
-- expect: E011 12:21 expected : before the type of the result
-- help: write : boolean
var x: 0..2; startstate begin x := 0; if x = 0 { x := 1; } end;
rule "f" x = 0 ==> begin for i = 0 to 2 do x := 1; end; end;
invariant forall i: 0..1, j: 0..1 do i != j end;
function f(n: 0..2) boolean; begin return n = 0; end;
rule "g" f(x) ==> begin x := 0; end;
