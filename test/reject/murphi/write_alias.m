-- expect: E051 4:30 cannot assign to this: it is not a variable
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin alias y: x & x do y := true; end; end;
