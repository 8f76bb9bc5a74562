-- expect: E011 4:24 expected do before x
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin for i: 0..1 x := false; end; end;
