-- expect: E011 5:6 the name of a rule or property is written in quotes
-- help: write "count"
var x: 0..2;
startstate begin x := 0; end;
rule count x < 2 ==> begin x := x + 1; end;
