-- expect: E021 3:11 p is already declared
procedure p(); begin end;
procedure p(); begin end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
