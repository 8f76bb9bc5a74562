-- expect: E050 5:27 cannot assign to i: it is read-only
-- help: bound variable
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
rule begin for i: 0..3 do i := 1; end; end;
