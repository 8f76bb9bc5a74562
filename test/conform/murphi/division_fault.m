-- expect: exit=12
-- verdict no fault = fails
-- Division by zero is a fault.

var x: 0..3;
startstate begin x := 3; end;
rule "down" begin x := 6 / x - 1 > 3 ? 0 : x - 1; end;
