-- expect: E056 5:33 cannot be undefined
-- expect: E050 6:37 cannot clear i
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin for i := 0 to n do i := undefined; end; end;
rule begin for i := 0 to n do clear i; i := 3; end; end;
