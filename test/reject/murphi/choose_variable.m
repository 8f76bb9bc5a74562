-- expect: E037 4:11 not a multiset
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
choose i: n do rule begin end; end;
