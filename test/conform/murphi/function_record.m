-- expect: states=6 rules=12 exit=0
-- A function may give back a record.

type r: record a: 0..2; b: boolean; end;
var x: r;
function turned(y: r): r;
var z: r;
begin
  z.a := (y.a + 1) % 3;
  z.b := !y.b;
  return z;
end;
startstate begin clear x; end;
rule "turn" begin x := turned(x); end;
rule "twice" begin x := turned(turned(x)); end;
