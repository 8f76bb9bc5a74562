-- expect: exit=20
-- verdict no fault = incomplete
-- verdict small = incomplete
-- A recursion deeper than this program goes is neither a fault nor does anything hold.
var x: 0..1;
function deep(n: 0..100000): boolean; begin if n = 100000 then return true; end; return deep(n + 1); end;
startstate x := 0; end;
rule "turn" begin x := 1 - x; end;
invariant "small" deep(0);
