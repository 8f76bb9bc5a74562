-- expect: states=12 rules=12 exit=0
-- Several start states, and a ruleset of start states; equal ones count once.

type p: scalarset (3);
var x: 0 .. 2; w: p;
ruleset i: p do startstate "who" begin x := 0; w := i; end; end;
startstate "one" begin x := 1; undefine w; end;
startstate "same" begin x := 1; undefine w; end;
rule "go" begin x := (x + 1) % 3; end;
