-- expect: E055 4:12 a rule has no result to return
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin return 3; end;
