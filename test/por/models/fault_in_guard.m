-- A step of one rule makes the guard of another one fault. verdict: 12
var a: 0..3; b: 0..3; x: 0..2;
startstate begin a := 0; b := 0; x := 1; end;
rule "a1" a = 0 ==> begin a := 1; end;
rule "a2" a = 1 ==> begin a := 2; end;
rule "gone" b = 0 ==> begin b := 1; undefine x; end;
rule "back" b = 1 ==> begin b := 2; x := 1; end;
rule "read" a = 1 & x = 0 ==> begin a := 3; end;
