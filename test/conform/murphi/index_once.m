-- expect: states=2 rules=1 exit=12
-- verdict not 1 = fails
-- The index of a plain copy is evaluated once: n goes to 1, not to 2.

var n: 0..2; x: boolean; a: array [0..1] of boolean;
function f(): 0..1; begin n := n + 1; return 0; end;
startstate "s" begin n := 0; x := false; a[0] := true; a[1] := true; end;
rule "copy" n = 0 ==> begin x := a[f()]; end;
rule "back" n > 0 ==> begin n := 0; x := false; end;
invariant "not 1" n != 1;
