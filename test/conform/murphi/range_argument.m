-- expect: exit=12
-- verdict no fault = fails
-- Passing a value that is out of range is a fault.

var x: 0..4;
function id(n: 0..2): 0..2; begin return n; end;
startstate begin x := 0; end;
rule "up" begin x := id(x) + 1; end;
