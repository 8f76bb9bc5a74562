-- expect: states=4 rules=4 exit=0
-- From every state a state with x = 0 can be reached.

var x: 0..3;
startstate begin x := 0; end;
rule "up" x < 3 ==> begin x := x + 1; end;
rule "home" x = 3 ==> begin x := 0; end;
liveness "home" x = 0;
