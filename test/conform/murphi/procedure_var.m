-- expect: states=64 rules=256 exit=0
-- var parameters change the variable they stand for, also an array element.

type r: record n: 0..3; end;
var a: array [0..1] of r; x: 0..3;
procedure up(var n: 0..3);
begin
  if n < 3 then n := n + 1; else n := 0; end;
end;
procedure both(var y: r);
begin
  up(y.n);
  up(x);
end;
startstate begin for i: 0..1 do a[i].n := 0; end; x := 0; end;
ruleset i: 0..1 do
  rule "up" begin up(a[i].n); end;
  rule "both" begin both(a[i]); end;
end;
