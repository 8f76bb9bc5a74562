-- expect: E031 4:6 the condition of a rule must be boolean
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule n ==> begin end;
