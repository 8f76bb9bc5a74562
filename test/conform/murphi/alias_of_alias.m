-- expect: states=9 rules=15 exit=0
-- Aliases of aliases, and of constants.

const N: 2;
var r: record a: array [0..1] of 0..N; end;
startstate begin r.a[0] := 0; r.a[1] := 0; end;
alias first: r.a; top: N do
  alias e: first[1] do
    rule "up" e < top ==> begin e := e + 1; end;
    rule "copy" begin first[0] := e; e := 0; end;
  end;
end;
