-- expect: E031 5:15 the condition must be boolean, but this is 0..10
-- help: != 0
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin if n then x := true; end; end;
