-- expect: E012 4:21 ? cannot follow
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
invariant x ? x : x ? x : x;
