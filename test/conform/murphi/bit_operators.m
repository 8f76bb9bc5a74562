-- expect: states=256 rules=512 exit=0
-- & | ^ ~ on integers.

var x: 0 .. 15; y: 0..15;
startstate begin x := 0; y := 0; end;
rule "x" begin x := (x + 5) & 15; end;
rule "y" begin y := (x ^ y) & 15; end;
invariant "or" (x | y) >= x;
invariant "not" ~x = -x - 1;
