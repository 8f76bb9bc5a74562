-- expect: E033 5:14 cannot pass 0..10 to boolean
procedure p(a: boolean); begin end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin p(n); end;
