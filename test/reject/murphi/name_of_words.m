-- expect: E011 5:19 the name of a rule or property is written in quotes
-- help: write "enter section"
-- expect: E011 6:15 expected ==> after the condition before x
-- help: put them between quotes
var x: 0..2; rule enter section x < 2 ==> begin x := x + 1; end;
rule Send-Req x = 2 ==> begin x := 0; end;
startstate begin x := 0; end;
