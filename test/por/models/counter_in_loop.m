-- In its second round the loop writes at a place that the counter did not tell at first. verdict: 12
-- args: --deadlock=off
var log: array [0 .. 7] of 0 .. 2; low: 0 .. 7; rounds: 0 .. 2; once: boolean;
startstate begin for i: 0 .. 7 do log[i] := 0; end; low := 0; rounds := 0; once := false; end;
rule "put" low = 0 ==> begin while rounds < 2 do log[low] := 1; low := low + 1; rounds := rounds + 1; end; end;
rule "once" !once & log[1] = 0 ==> begin log[1] := 2; once := true; end;
invariant "not both" !(once & log[1] = 1);
