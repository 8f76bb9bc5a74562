-- expect: E037 4:18 not an array
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin n := n[0]; end;
