-- group: pid=S3
-- args: --simplify=on
-- A simplified program is proved as it runs: what is left treats all elements alike. The undefined `seen` is not read.

type pid: scalarset(3);
var a: array [pid] of 0..2; seen: array [pid] of 0..2;
startstate begin for i: pid do a[i] := 0; end; end;
ruleset i: pid do
  rule "up" a[i] < 2 & (seen[i] > 0 | seen[i] <= 2) ==> begin
    a[i] := a[i] + 1;
    for j: pid do if seen[j] = seen[j] & a[j] = 2 then a[j] := a[j]; end; end;
  end;
  rule "down" forall j: pid do a[j] = 2 & (i = j -> seen[i] = seen[j]) end ==> begin a[i] := 0; end;
end;
invariant "in range" forall j: pid do seen[j] <= 2 end;
