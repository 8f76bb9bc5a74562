-- expect: E045 5:16 counting from 3 by 1 never reaches 0
-- help: by
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin for i := 3 to 0 do end; end;
