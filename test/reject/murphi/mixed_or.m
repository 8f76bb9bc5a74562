-- expect: E033 4:19 | works on two booleans or two integers
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin n := 2 | x; end;
