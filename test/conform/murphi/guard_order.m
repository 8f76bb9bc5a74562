-- expect: states=4 rules=7 exit=0
-- Tests of one variable each, true, false and out of their order; later ones are not looked at where one is false.

var a: 0..3; b: 1..2;
startstate begin a := 0; end;
rule "first" a = 0 & !isundefined(a) ==> begin a := 1; end;
rule "second" a = 1 & isundefined(b) ==> begin b := 1; end;
rule "third" a = 1 & !isundefined(b) & b = 1 ==> begin b := 2; end;
rule "never" a = 2 & b = 2 ==> begin a := 3; end;
rule "back" a = 1 & !isundefined(b) & b = 2 ==> begin a := 0; undefine b; end;
rule "stay" 0 < a & a < 2 & a != 3 ==> begin end;
