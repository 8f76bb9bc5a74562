-- expect: exit=12
-- verdict no fault = fails
-- Reading an undefined variable in an expression is a fault.

var x: boolean; y: boolean;
startstate begin x := true; end;
rule "read" y | !x ==> begin x := !x; end;
