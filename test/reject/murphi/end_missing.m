-- expect: E014 6:1 expected endrule or end before rule
-- help: line 5, column 1
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin x := false;
rule begin n := 1; end;
