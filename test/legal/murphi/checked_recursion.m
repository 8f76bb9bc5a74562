-- group: pid=none
-- refused: pid line 14 fixed 3
-- used: pid=S3
-- checked: 1
-- A recursive procedure inside a loop is not followed: all orders of the loop are compared while it runs.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; n: array [pid] of small;
procedure down (x: pid; k: small); begin n[x] := k; if k > 0 then down (x, k - 1); end; end;
startstate for i: pid do a[i] := false; n[i] := 0; end; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; end; end;
rule "all" true ==> for i: pid do down (i, N); end; end;
