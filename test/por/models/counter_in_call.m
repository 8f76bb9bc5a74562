-- A call in the statement changes the counter that it reads as well: which content is written depends on the order.
-- verdict: 12
-- args: --deadlock=off
var log: array [0 .. 7] of 0 .. 2; low: 0 .. 7; seen: boolean;
function next(): 0 .. 7; begin low := low + 1; return low; end;
startstate begin for i: 0 .. 7 do log[i] := 2; end; low := 0; seen := false; end;
rule "put" low < 1 & log[low] = 2 ==> begin log[next()] := low; log[low + 1] := 2; end;
rule "none" log[1] = 0 & !seen ==> begin seen := true; end;
rule "one" log[1] = 1 & !seen ==> begin seen := true; end;
invariant "not seen" !seen;
