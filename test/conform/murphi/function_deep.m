-- expect: exit=12
-- verdict no fault = fails
-- Recursion without end is a fault.

var x: 0 .. 1;
function again(n: 0..1): 0..1; begin return again(1 - n); end;
startstate begin x := 0; end;
rule "go" begin x := again(x); end;
