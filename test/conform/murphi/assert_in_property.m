-- expect: states=3 exit=12
-- verdict two = fails
-- verdict i = fails
-- An assertion fails in a function that an invariant calls: both are violated.

var n: 0..3; 
function f(): boolean; begin assert "two" n != 2; return true; end;
startstate begin n := 0; end;
rule "r" n < 3 ==> begin n := n + 1; end;
rule "s" n = 3 ==> begin n := 0; end;
invariant "i" f();
