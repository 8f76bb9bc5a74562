-- expect: E012 5:17 < cannot follow another operator
-- help: parentheses
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
invariant 1 < n < 3;
