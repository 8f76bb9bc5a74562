-- group: pid=S3
-- A recursive procedure outside of loops.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; n: array [pid] of small;
procedure down (x: pid; k: small); begin n[x] := k; if k > 0 then down (x, k - 1); end; end;
startstate for i: pid do a[i] := false; n[i] := 0; end; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; if a[x] then n[x] := 1; else down (x, N); end; end; end;
