-- expect: exit=12
-- verdict no fault = fails
-- Only the process that is ahead of the others faults: the last one where states are sorted, not the one whose rule is
-- kept for all (that one would have to wait until all are ahead).

type p: scalarset (3);
var at: array [p] of 0..3; mark: boolean;
startstate begin for i: p do at[i] := 0; end; mark := false; end;
ruleset i: p do
  rule "go" at[i] < 3 ==> begin at[i] := at[i] + 1; end;
  rule "over" at[i] = 3 ==> begin mark := 1 / (at[i] - 3) = 1; end;
end;
