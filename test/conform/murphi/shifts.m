-- expect: states=7 rules=13 exit=0
-- Shifts; a negative amount shifts the other way.

var x: 0 .. 64;
startstate begin x := 1; end;
rule "left" x < 64 ==> begin x := x << 1; end;
rule "right" x > 1 ==> begin x := x << -1; end;
rule "home" x = 64 ==> begin x := x >> 6; end;
invariant "powers" (x & (x - 1)) = 0;
invariant "far" (x >> 64) = 0;
