-- group: pid=none
-- refused: pid line 11 fixed 3
-- An assumption that cuts the loop before or after an error.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of small; n: small;
startstate for i: pid do a[i] := 0; end; n := 0; end;
ruleset x: pid do rule "set" a[x] < 2 ==> a[x] := a[x] + 1; end; end;
rule "look" true ==> for i: pid do assume a[i] != 1; assert a[i] != 2 | n = 0; end; end;
