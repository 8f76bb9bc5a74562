-- group: pid=none
-- refused: pid line 11 fixed 3
-- A loop over elements writes at a fixed element.

const N: 3;
type pid: scalarset (N); small: 0..N;

var n: array [pid] of small; p: pid;
ruleset x: pid do startstate for i: pid do n[i] := 0; end; p := x; end; end;
ruleset x: pid do rule "move" true ==> p := x; end; end;
rule "all" true ==> for i: pid do n[p] := n[i]; n[i] := 1; end; end;
