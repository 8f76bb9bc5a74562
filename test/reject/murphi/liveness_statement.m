-- expect: E015 4:12 cannot be a statement
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin liveness x; end;
