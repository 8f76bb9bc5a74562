-- expect: exit=12
-- A guard that looks at one bit of a variable: what the rule writes says nothing about the others (a search backward took
-- it that x is at least 3 wherever y is 5, and found no violation).

var x: 0..6; y: 0..7;
startstate begin x := 4; y := 0; end;
rule "set y" x >= 3 & y = 0 ==> begin y := 5; end;
rule "set x" y = 5 & x = 4 ==> begin x := 2; end;
invariant "not both" !(x = 2 & y = 5);
