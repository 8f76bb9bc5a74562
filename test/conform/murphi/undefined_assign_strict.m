-- expect: exit=12
-- verdict no fault = fails
-- args: --dialect=rumur
-- In Rumur's dialect assigning from an undefined variable is a fault.

var x: 0..3; y: 0..3;
startstate begin x := 0; end;
rule "copy" begin x := y; end;
