-- group: pid=none
-- refused: pid line 15 fixed 3
-- A local that carries a value from one iteration to the next.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean;
startstate for i: pid do a[i] := false; end; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; end; end;
rule "all" true ==>
  var t: boolean;
  begin
    t := true;
    for i: pid do if a[i] then t := !t; end; if t then a[i] := false; end; end;
end;
