-- expect: states=24 rules=29 exit=0
-- Tests of one variable for each value of a parameter: of the element that it names, of the one beside it, of the
-- parameter alone, and what stands behind a part that reads more.

type p: 1..3;
var x: array [p] of 0..2; who: 0..3;
startstate begin for i: p do x[i] := 0; end; who := 0; end;
ruleset i: p do
  rule "take" who = 0 & x[i] = 0 & (i = 1 | x[1] > 0) ==> begin who := i; end;
  rule "work" who = i & x[i] < 2 ==> begin x[i] := x[i] + 1; end;
  rule "not the first" i != 1 & x[i] = 2 & who = i ==> begin who := 0; end;
  rule "the next" i < 3 & x[i + 1] = 0 & x[i] = 2 & who = i ==> begin who := i + 1; end;
  alias y: x[i] do
    rule "the first" y = 2 & i = 1 & who = i ==> begin who := 0; end;
  end;
  rule "again" x[1] + x[2] + x[3] = 6 & who = 0 & x[i] = 2 ==> begin x[i] := 0; end;
end;
