-- expect: E021 2:25 a is already declared
procedure p(a: boolean; a: boolean); begin end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
