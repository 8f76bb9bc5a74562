-- expect: E011 4:21 expected an expression before ;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin n := 1 + ; end;
