-- expect: E056 5:14 cannot be passed to a var parameter
procedure p(var a: boolean); begin a := true; end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin p(undefined); end;
