-- expect: states=22 rules=43 exit=0
-- While with a changing condition; locals keep their values between rounds.

var x: 0 .. 30;
startstate begin x := 1; end;
rule "double until 16"
var n: 0 .. 10;
begin
  n := 0;
  while x < 16 do x := x * 2; n := n + 1; end;
  assert n <= 4;
end;
rule "less" x > 1 ==> begin x := x - 5 > 0 ? x - 5 : 1; end;
