-- expect: E023 5:17 t is a type, not a value
type t: boolean;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin x := t; end;
