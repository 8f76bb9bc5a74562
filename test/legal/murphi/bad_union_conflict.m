-- group: pid=none qid=none
-- refused: pid line 13 fixed 3
-- refused: qid line 13 fixed 2
-- Elements of both scalarsets of the union are involved.

const N: 3;
type pid: scalarset (N); small: 0..N;

  qid: scalarset (2); both: union {pid, qid};
var a: array [both] of boolean; last: both;
startstate for i: both do a[i] := false; end; undefine last; end;
ruleset x: both do rule "set" true ==> a[x] := !a[x]; end; end;
rule "all" true ==> for i: both do if a[i] then last := i; end; end; end;
