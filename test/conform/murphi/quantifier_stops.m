-- expect: states=4 rules=4 exit=0
-- Over a range the first element that decides ends a quantifier, so a later fault is not met.

var x: 0 .. 3; a: array [0..3] of boolean;
startstate begin x := 0; a[0] := true; end;
rule "next" exists i: 0..3 do a[i] end ==> begin x := (x + 1) % 4; end;
