-- expect: exit=16
-- verdict two = fails
-- A cover property that no state meets.

var x: 0..2;
startstate begin x := 0; end;
rule "up" begin x := (x + 1) % 2; end;
cover "two" x = 2;
