-- expect: E051 5:14 cannot pass to a var parameter this
procedure p(var a: boolean); begin a := true; end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin p(true); end;
