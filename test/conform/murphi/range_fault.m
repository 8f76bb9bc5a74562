-- expect: exit=12
-- verdict no fault = fails
-- Assigning a value that is out of range is a fault.

var x: 0..2;
startstate begin x := 0; end;
rule "up" begin x := x + 1; end;
