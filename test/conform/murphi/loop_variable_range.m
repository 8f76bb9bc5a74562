-- expect: exit=12 states=1
-- verdict no fault = fails
-- The copy of a loop variable keeps to the range of the loop.

var x: 0..9;
startstate begin x := 0; end;
rule begin for i := 0 to 3 do i := i + 1; end; x := 1; end;
