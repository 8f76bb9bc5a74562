-- expect: exit=12
-- verdict small = fails
-- An invariant that is violated in a reachable state.

var x: 0..3;
startstate begin x := 0; end;
rule "up" x < 3 ==> begin x := x + 1; end;
rule "home" begin x := 0; end;
invariant "small" x < 3;
