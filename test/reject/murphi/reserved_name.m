-- expect: E022 4:11 boolean cannot be declared again
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule type boolean: 0..1; begin end;
