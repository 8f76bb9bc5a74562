-- expect: E054 5:22 p is a procedure
procedure p(); begin end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin n := 10 - p(); end;
