-- expect: E020 4:17 m is not declared
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin n := m; end;
