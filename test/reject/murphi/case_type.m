-- expect: E033 4:26 cannot compare boolean with 0..10
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin switch n case true: x := true; end; end;
