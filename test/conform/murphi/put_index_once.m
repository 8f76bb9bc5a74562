-- expect: states=2 rules=2 exit=14
-- The index of a `put` is evaluated once, and the value that is printed is told by the place: the trace must replay.

var n: 0..3; a: array [0..1] of 0..3;
function f(): 0..1; begin n := n + 1; return 0; end;
startstate begin n := 0; a[0] := 2; a[1] := 3; end;
rule "put" n < 1 ==> begin put a[f()]; put a; end;
rule "stop" n = 1 ==> begin assert "n is 1" n != 1; end;
