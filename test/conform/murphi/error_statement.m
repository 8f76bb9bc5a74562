-- expect: exit=14
-- verdict two = fails
-- An error statement that is reached.

var x: 0..3;
startstate begin x := 0; end;
rule "up" begin if x = 2 then error "two"; end; x := x + 1; end;
