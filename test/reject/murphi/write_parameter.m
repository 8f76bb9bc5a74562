-- expect: E050 3:32 cannot assign to a: it is read-only
-- help: var
procedure p(a: boolean); begin a := true; end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
