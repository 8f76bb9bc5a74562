-- expect: states=3 rules=3 exit=0
-- A parameter by value is a copy.

type r: record n: 0..3; end;
var x: r; y: 0..3;
procedure look(a: r; n: 0..3);
begin
  x.n := 3;
  y := 0;
  assert a.n != 3 & n != 0;
end;
startstate begin x.n := 0; y := 1; end;
rule "look" x.n != 3 & y != 0 ==> begin look(x, y); end;
rule "again" x.n = 3 ==> begin x.n := 1; y := 2; end;
