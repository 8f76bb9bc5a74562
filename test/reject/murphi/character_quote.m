-- expect: E006 5:16 ' has no meaning
-- help: double quotes
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin put '; end;
