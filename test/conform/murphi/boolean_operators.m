-- expect: states=8 rules=19 exit=0
-- Precedence and meaning of !, &, |, -> and the comparison of booleans.

var a: boolean; b: boolean; c: boolean;
startstate begin a := false; b := false; c := false; end;
rule "a" begin a := !a; end;
rule "b" a & !b | c ==> begin b := !b; end;
rule "c" a -> b ==> begin c := !c; end;
invariant "implication" (a -> b) = (!a | b);
invariant "not binds tighter than and" (!a & b) = ((!a) & b);
invariant "and binds tighter than or" (a | b & c) = (a | (b & c));
