-- expect: states=4 rules=8 exit=0
-- The conditional expression evaluates only the part that is needed.

var x: 0 .. 3;
startstate begin x := 0; end;
rule "next" begin x := x = 3 ? 0 : x + 1; end;
rule "safe" begin x := x = 0 ? 0 : 3 / x; end;
