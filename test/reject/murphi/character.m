-- expect: E006 4:19 # has no meaning
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin x := x # x; end;
