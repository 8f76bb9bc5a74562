-- expect: E023 4:12 x is not a function
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin x(1); end;
