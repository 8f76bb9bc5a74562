-- expect: states=724 rules=724 exit=0
-- args: --deadlock=off
-- A counter whose values are found one after the other: more of them than whoever finds the values of single variables
-- first has patience for. Then all values have to be taken for possible.

var x: 0..200; y: 0..3;
startstate begin x := 0; y := 0; end;
rule "up" x < 180 ==> begin x := x + 1; end;
rule "wrap" x = 180 ==> begin x := 0; y := (y + 1) % 4; end;
invariant "below" x < 181;
