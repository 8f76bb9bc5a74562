-- expect: exit=12
-- verdict no fault = fails
-- A step that is zero at run time is a fault.

var x: 0 .. 1;
startstate begin x := 0; end;
rule "loop" begin for i := 0 to 2 by x do x := 1; end; end;
