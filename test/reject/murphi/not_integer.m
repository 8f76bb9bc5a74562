-- expect: E031 4:11 ! works on booleans
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
invariant !n;
