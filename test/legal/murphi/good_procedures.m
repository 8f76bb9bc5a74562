-- group: pid=S3
-- The effects of calls are followed, with what their parameters name.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; m: array [pid] of array [pid] of boolean; n: array [pid] of small;
procedure reset (var z: array [pid] of boolean); begin for k: pid do z[k] := false; end; end;
procedure invert (var z: array [pid] of boolean; var y: array [pid] of boolean);
begin for k: pid do z[k] := !y[k]; end; end;
procedure step (var v: small; on: boolean); begin if on & v < N then v := v + 1; end; end;
procedure one (x: pid); begin step (n[x], a[x]); end;
startstate reset (a); for i: pid do reset (m[i]); n[i] := 0; end; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; end; end;
ruleset x: pid do rule "rows" true ==> invert (m[x], a); end; end;
rule "self" true ==> invert (a, a); end;
rule "all" true ==> for i: pid do one (i); reset (m[i]); end; end;
