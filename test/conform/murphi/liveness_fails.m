-- expect: exit=13
-- verdict home = fails
-- Once x is 3 it never comes back to 0.

var x: 0..4;
startstate begin x := 0; end;
rule "up" x < 3 ==> begin x := x + 1; end;
rule "swing" x >= 3 ==> begin x := 7 - x; end;
liveness "home" x = 0;
