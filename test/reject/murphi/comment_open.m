-- expect: E001 6:1 never closed
-- help: */
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin end;
/* never closed
