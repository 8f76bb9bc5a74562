-- expect: E033 4:14 cannot assign an integer to boolean
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin x := 1; end;
