-- expect: states=7 rules=7 exit=0
-- Of the enabled rules only those with the least number fire; rules without a number have 0.

var x: 0..6;
startstate begin x := 0; end;
rule 20 "late" begin x := 0; end;
rule 10 "early" x > 2 & x < 6 ==> begin x := x + 1; end;
rule "first" x <= 2 ==> begin x := x + 1; end;
