-- expect: E031 4:29 what is quantified must be boolean
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
invariant forall i: 0..3 do i end;
