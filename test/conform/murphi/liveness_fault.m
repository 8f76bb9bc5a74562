-- expect: states=3 rules=3 exit=12
-- verdict l = incomplete
-- verdict no fault = fails
-- The condition faults in the start state: whether that state is good is not known, so neither is the property.

var x: 0..3; y: 0..3;
startstate x := 0; undefine y; end;
rule x = 0 ==> x := 1; y := 1; end;
rule x = 1 ==> x := 0; end;
liveness "l" y = 1;
