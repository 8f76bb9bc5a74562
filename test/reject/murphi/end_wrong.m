-- expect: E014 5:30 expected endif or end before endfor
-- help: the if at line 5, column 12
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin if x then n := 1; endfor; end;
