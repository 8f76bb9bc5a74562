-- expect: states=9 rules=18 exit=0
-- An alias around rules is entered before the guard.

type p: scalarset (2);
var a: array [p] of record n: 0..2; end;
startstate begin for i: p do a[i].n := 0; end; end;
ruleset i: p do
  alias me: a[i].n; limit: a[i].n + 1 do
    rule "up" me < 2 ==> begin me := limit; end;
    rule "zero" me = 2 ==> begin me := 0; end;
  end;
end;
