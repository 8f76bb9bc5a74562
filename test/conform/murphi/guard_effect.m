-- expect: states=8 rules=14 exit=11
-- What a guard changes is seen by the parts of the guard behind it, and by nothing else.

type p: scalarset (2);
var n: 0..3; x: boolean; own: array [p] of boolean;
function f(): boolean; begin n := 1; return true; end;
startstate begin n := 0; x := false; for i: p do own[i] := false; end; end;
ruleset i: p do
  rule "take" f() & n = 1 & !own[i] & !x ==> begin own[i] := true; assert "back" n = 0; end;
  rule "give" own[i] & f() & n = 1 ==> begin own[i] := false; end;
end;
rule "never" n = 0 & f() & n = 0 ==> begin x := true; end;
rule "alone" f() & n = 1 & (forall i: p do own[i] end) ==> begin x := !x; end;
invariant "also" f() & n = 1;
