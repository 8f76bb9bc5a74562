-- expect: E033 4:19 differ in type
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin n := x ? 1 : x; end;
