-- expect: exit=12
-- verdict no fault = fails
-- An index out of range is a fault, also on the left side and in a guard.

var x: 0..3; a: array [0..2] of boolean;
startstate begin x := 0; for i: 0..2 do a[i] := true; end; end;
rule "up" a[x] ==> begin x := x + 1; end;
