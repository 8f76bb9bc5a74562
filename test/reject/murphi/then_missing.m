-- expect: E011 4:17 expected then after the condition before x
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin if x x := false; end; end;
