-- expect: E011 5:23 expected ) before ;
-- help: line 5, column 17
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin n := (1 + 2; end;
