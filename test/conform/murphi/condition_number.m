-- expect: states=5 rules=7 exit=0
-- args: --deadlock=off
-- verdict down = holds
-- A number as guard or property holds unless it is 0, a member of an enumeration unless it is the first.

type e: enum {none, some};
var x: -1..3; y: e;
function half(n: -1..3): -1..3; begin return n / 2; end;
startstate begin x := 3; y := some; end;
rule "step" x ==> begin x := x - 1; assert x + 1; end;
rule "half" half(x) ==> begin assert half(x); cover x - 2; x := x - 2; end;
rule "never" x - x ==> begin x := 3; end;
rule "other" y = none & x > 0 ==> begin error "not reached"; end;
ruleset i: 0..2 do rule "zero" x = 0 & y = some ==> begin assert 3 - x; assume i - 1; y := none; end; end;
rule "enum" y ==> begin assert y "some"; assume x - x; end;
invariant "down" 4 - x;
