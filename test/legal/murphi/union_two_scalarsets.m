-- group: pid=S3 qid=S2
-- Both scalarsets of a union move; each has iterations of its own.

const N: 3;
type pid: scalarset (N); small: 0..N;

  qid: scalarset (2); both: union {pid, qid};
var a: array [both] of boolean; dest: array [both] of both;
startstate for i: both do a[i] := false; dest[i] := i; end; end;
ruleset x: both; y: both do rule "link" true ==> dest[x] := y; end; end;
rule "all" true ==> for i: both do if dest[i] = i then a[i] := true; end; end; end;
