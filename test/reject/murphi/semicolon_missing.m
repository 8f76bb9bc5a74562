-- expect: E016 4:23 expected ; before n
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin x := false n := 1; end;
