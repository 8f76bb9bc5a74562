-- expect: E011 7:17 expected an expression
-- expect: E016 7:30 expected ;
-- expect: E011 8:8
-- expect: E011 9:16 expected an expression
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin n := ; x := false n := 1; end;
rule x = begin n := 1; end;
ruleset i: 0.. do rule begin end; end;
