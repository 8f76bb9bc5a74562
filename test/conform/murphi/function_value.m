-- expect: states=9 rules=16 exit=0
-- Functions with several returns, called in guards, bodies and invariants.

var x: 0 .. 9;
function half(n: 0..9): 0..9;
begin
  if n % 2 = 0 then return n / 2; end;
  return (n - 1) / 2;
end;
startstate begin x := 9; end;
rule "halve" half(x) > 0 ==> begin x := half(x); end;
rule "up" x < 9 ==> begin x := x + 1; end;
invariant "half" half(x) * 2 <= x;
