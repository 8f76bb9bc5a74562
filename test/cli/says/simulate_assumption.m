-- A random run does not go where an assumption, the only property of the text, excludes it.
-- run: simulate --steps=9 --deadlock=off
-- says: x: 0 -> 1
-- says: random run: 1 step
-- says not: x: 1 -> 2
var x: 0..3;
startstate begin x := 0; end;
rule "up" x < 3 ==> begin x := x + 1; end;
assume x < 2;
