-- expect: E045 4:31 a step of 0 never reaches the end
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin for i := 0 to 3 by 0 do end; end;
