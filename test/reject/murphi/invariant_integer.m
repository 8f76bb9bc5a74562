-- expect: E031 4:13 a property must be boolean, but this is an integer
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
invariant n + 1;
