-- group: pid=none
-- refused: pid line 11 fixed 3
-- Row and column cross.

const N: 3;
type pid: scalarset (N); small: 0..N;

var m: array [pid] of array [pid] of boolean;
startstate for i: pid do for j: pid do m[i][j] := false; end; end; end;
ruleset x: pid; y: pid do rule "flip" true ==> m[x][y] := !m[x][y]; end; end;
rule "cross" true ==> for i: pid do for j: pid do m[i][j] := m[j][i]; end; end; end;
