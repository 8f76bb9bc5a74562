-- expect: states=3 rules=3 exit=0
-- &, | and -> do not look at their right side where the left one decides.

var x: 0 .. 2; u: boolean;
startstate begin x := 0; end;
rule "or" x = 0 | (x = 0 & u) ==> begin x := 1; end;
rule "and" x = 1 & !(x = 0 & u) ==> begin x := 2; end;
rule "implies" x = 2 & (x = 0 -> u) ==> begin x := 0; end;
invariant "division" x = 0 | 2 / x >= 1;
