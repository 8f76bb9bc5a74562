-- group: pid=S2
-- refused: pid line 14 fixed 1
-- A local that is read after the loop.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; p: pid;
ruleset x: pid do startstate for i: pid do a[i] := false; end; p := x; end; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; end; end;
rule "all" true ==>
  var t: pid;
  begin
    for i: pid do t := i; a[i] := !a[i]; end;
    p := t;
end;
