-- expect: exit=12
-- verdict no fault = fails
-- Without --simplify=on a condition reads its variables, even where it has the same value for all of theirs.

var x: boolean; y: boolean;
startstate begin y := true; end;
rule x | !x ==> begin y := !y; end;
