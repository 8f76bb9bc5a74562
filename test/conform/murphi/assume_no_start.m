-- expect: states=0 exit=10
-- No start state satisfies the assumption, so nothing is checked.

var x: 0..3;
startstate begin x := 0; end;
rule "up" x < 3 ==> begin x := x + 1; end;
assume "later" x > 0;
invariant "small" x < 3;
