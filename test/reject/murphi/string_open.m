-- expect: E005 4:6 never closed
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule "open begin end;
