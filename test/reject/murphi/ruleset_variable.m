-- expect: E040 4:9 the bounds of i must be constant here
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
ruleset i := 0 to n do rule begin end; end;
