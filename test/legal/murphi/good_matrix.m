-- group: pid=S3
-- A row for each iteration, whatever the column.

const N: 3;
type pid: scalarset (N); small: 0..N;

var m: array [pid] of array [pid] of boolean; p: pid;
ruleset x: pid do startstate for i: pid do for j: pid do m[i][j] := i = j; end; end; p := x; end; end;
ruleset x: pid; y: pid do rule "flip" true ==> m[x][y] := !m[x][y]; p := y; end; end;
rule "columns" true ==>
  for i: pid do m[i][p] := true; for j: pid do if j != p then m[i][j] := false; end; end; end;
end;
invariant "some" exists i: pid do exists j: pid do m[i][j] end end | forall i: pid do !m[i][p] end;
