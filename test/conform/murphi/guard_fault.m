-- expect: exit=12
-- verdict no fault = fails
-- What stands first in a guard faults, though what follows is false.

var a: 0..3; b: 1..2;
startstate begin a := 0; end;
rule "faults" b = 1 & a = 1 ==> begin a := 2; end;
