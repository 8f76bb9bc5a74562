-- group: pid=none qid=S2
-- refused: pid line 12 fixed 3
-- Only the type whose loop is wrong stays.

const N: 3;
type pid: scalarset (N); small: 0..N;

  qid: scalarset (2);
var a: array [pid] of boolean; b: array [qid] of boolean; last: pid;
startstate for i: pid do a[i] := false; end; for i: qid do b[i] := false; end; undefine last; end;
ruleset x: pid; y: qid do rule "set" true ==> a[x] := !a[x]; b[y] := !b[y]; end; end;
rule "pick" true ==> for j: pid do if a[j] then last := j; end; end; for j: qid do b[j] := true; end; end;
