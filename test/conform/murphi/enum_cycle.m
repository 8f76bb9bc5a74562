-- expect: states=3 rules=3 exit=0
-- Enumerations: comparison, switch over them, for over them in order.

type colour: enum { red, green, blue };
var c: colour; last: colour;
startstate begin c := red; last := blue; end;
rule "turn"
begin
  switch c
    case red: c := green;
    case green: c := blue;
    else c := red;
  end;
  for k: colour do last := k; end;
end;
invariant "the last is blue" last = blue;
