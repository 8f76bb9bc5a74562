-- expect: states=4 rules=10 exit=0
-- args: --dialect=cmurphi
-- CMurphi compares an undefined element as a value of its own: = is false, != is true.
type p: scalarset(3);
var x: p; k: 0..1; n: 0..1;
startstate "s" begin k := 0; n := 0; end;
ruleset i: p do
  rule "differ" k = 0 & x != i ==> begin k := 1; end;
end;
rule "go" begin n := 1 - n; end;
