-- group: pid=none
-- refused: pid line 9 fixed 3
-- Two parameters that name the same array.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; p: pid;
procedure spread (var x: boolean; var y: boolean); begin x := !y; end;
ruleset x: pid do startstate for i: pid do a[i] := false; end; p := x; end; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; p := x; end; end;
rule "all" true ==> for i: pid do spread (a[i], a[p]); end; end;
