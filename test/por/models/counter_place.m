-- What a rule writes stands at a place that a counter tells, which the rule then changes: the two never meet. verdict: 0. reduced: yes
-- args: --deadlock=off
-- stored 9: --por=stubborn
var log: array [0 .. 7] of 0 .. 2; low, high: 0 .. 7;
startstate begin for i: 0 .. 7 do log[i] := 0; end; low := 0; high := 7; end;
rule "low" low < 4 ==> begin log[low] := 1; low := low + 1; end;
rule "high" high > 3 ==> begin log[high] := 2; high := high - 1; end;
