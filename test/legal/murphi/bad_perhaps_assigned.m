-- group: pid=none
-- refused: pid line 9 fixed 3
-- A local that a call behind an `and` assigns.

const N: 3;
type pid: scalarset (N); small: 0..N;

var a: array [pid] of boolean; b: array [pid] of boolean; f: boolean;
function put_into (var t: boolean; v: boolean): boolean; begin t := v; return true; end;
startstate for i: pid do a[i] := false; b[i] := false; end; f := false; end;
ruleset x: pid do rule "set" true ==> a[x] := !a[x]; b[x] := false; end; end;
rule "all" true ==>
  var t: boolean;
  begin
    t := true;
    for i: pid do if a[i] & put_into (t, false) then f := true; end; b[i] := t; end;
end;
