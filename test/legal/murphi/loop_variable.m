-- group: pid=S3
-- Assigning to the variable of a loop over a scalarset changes only a copy: what every round does to its own
-- element, or to one chosen beforehand, commutes.

type pid: scalarset(3);
var y: array [pid] of 0..2; n: 0..2;
startstate begin for i: pid do y[i] := 0; end; n := 0; end;
ruleset j: pid do
  rule "mark" n < 2 ==> begin
    for i: pid do if i != j then i := j; end; y[i] := 1; end;
    n := n + 1;
  end;
  rule "other" n = 2 & y[j] = 0 ==> begin undefine j; n := 0; for k: pid do y[k] := 0; end; end;
end;
