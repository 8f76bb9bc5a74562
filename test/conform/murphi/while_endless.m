-- expect: exit=12
-- verdict no fault = fails
-- A loop without end is a fault, not a hang.

var x: 0 .. 1;
startstate begin x := 0; end;
rule "spin" begin while x < 2 do x := 1 - x; end; end;
