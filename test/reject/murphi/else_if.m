-- expect: E014 4:1 expected endrule or end before startstate
-- help: the if behind else at line 3 needs an end of its own
var x: 0..2; rule x < 2 ==> begin if x = 0 then x := 1; else if x = 1 then x := 2; end; end;
startstate begin x := 0; end;
