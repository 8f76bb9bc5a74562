-- expect: states=6 rules=6 exit=0
-- An alias of a place keeps the place it had when it was entered.

var i: 0 .. 1; a: array [0..1] of 0..2;
startstate begin i := 0; a[0] := 0; a[1] := 0; end;
rule "go"
begin
  alias e: a[i] do
    i := 1 - i;
    e := (e + 1) % 3;
  end;
end;
