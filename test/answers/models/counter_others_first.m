-- A step sets the first local variable of all processes but its own, in the counter abstraction too.
type pid: scalarset(3);
var a: array [pid] of 0..2; b: array [pid] of boolean; x: boolean;
startstate begin for i: pid do a[i] := 0; b[i] := false; end; x := false; end;
ruleset i: pid do
  rule "go" a[i] < 2 ==> begin a[i] := a[i] + 1; end;
  rule "mark" a[i] = 2 & !x ==> begin b[i] := true; x := true; end;
  rule "all" b[i] ==> begin for j: pid do a[j] := 0; end; end;
end;
