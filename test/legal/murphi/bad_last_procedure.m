-- group: pid=S2
-- refused: pid line 9 fixed 1
-- The last writer stands in a procedure.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; last: pid;
procedure note (x: pid); begin last := x; a[x] := true; end;
startstate for i: pid do a[i] := false; end; undefine last; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; end; end;
rule "pick" true ==> for j: pid do note (j); end; end;
