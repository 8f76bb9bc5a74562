-- expect: states=20 rules=40 exit=0
-- Loops with computed bounds and steps, up and down; the bounds are taken once.

var n: 0 .. 4; sum: 0 .. 40;
startstate begin n := 0; sum := 0; end;
rule "up" n < 4 ==> begin n := n + 1; end;
rule "zero" n = 4 ==> begin n := 0; end;
rule "sum"
begin
  sum := 0;
  for i := 0 to n do sum := sum + i; end;
  for i := 8 to 2 * n by -1 do sum := sum + 1; end;
end;
