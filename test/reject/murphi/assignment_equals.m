-- expect: E011 5:14 expected := before =
-- help: written with :=
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin n = 1; end;
