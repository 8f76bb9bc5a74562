-- expect: states=5 rules=10 exit=0
-- A loop whose upper bound lies below the lower one does nothing (with a computed bound).

var n: 0 .. 2; hits: 0 .. 3;
startstate begin n := 0; hits := 0; end;
rule "next" begin n := (n + 1) % 3; hits := 0; end;
rule "loop" begin hits := 0; for i := 1 to n by 1 do hits := hits + 1; end; assert hits = n; end;
