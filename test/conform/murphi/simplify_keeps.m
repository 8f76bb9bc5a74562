-- expect: exit=12
-- args: --simplify=on
-- verdict no fault = fails
-- A condition that could fault in another way, or that depends on a value, is not replaced, and the read counts.

var x: 0..3; y: boolean;
startstate begin y := true; end;
rule x % x = 0 ==> begin y := !y; end;
