-- expect: states=121 exit=0
-- args: --deadlock=off
-- Functions that are called late in a search, in bodies, guards and by each other, are found in machine code too.

const LATE: 60;
var x: 0 .. 120; sum: 0 .. 10000;

function half(n: 0 .. 120): 0 .. 60; begin return n / 2; end;
function both(n: 0 .. 120): 0 .. 200; begin return half(n) + half(120 - n); end;
procedure add(var at: 0 .. 10000; n: 0 .. 200); begin at := (at + n) % 9973; end;
function may(n: 0 .. 120): boolean; begin return half(n) > 29; end;

startstate begin x := 0; sum := 0; end;

rule "early" x < LATE ==> begin x := x + 1; end;
rule "late" x >= LATE & x < 120 & may(x) ==>
begin
  x := x + 1;
  if x > 80 then add(sum, both(x)); end;
end;

invariant "late steps add" x <= 80 | sum > 0;
