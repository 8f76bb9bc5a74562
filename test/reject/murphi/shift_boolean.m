-- expect: E032 4:19 << works on integers
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin n := 1 << x; end;
