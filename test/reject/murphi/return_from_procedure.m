-- expect: E055 2:22 a procedure has no result to return
procedure p(); begin return true; end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
