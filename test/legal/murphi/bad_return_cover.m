-- group: pid=none
-- refused: pid line 10 fixed 3
-- used: pid=none
-- Iterations that a return skips may hit a cover statement.
type pid: scalarset(3);
var a: array [pid] of boolean; b: array [pid] of boolean; f: boolean;
procedure look();
begin
  for p: pid do
    if a[p] then return; end;
    cover b[p] "b seen";
  end;
end;
startstate for p: pid do a[p] := false; b[p] := false; end; f := false; end;
ruleset p: pid; q: pid do
  rule "set" p != q & !f ==> a[p] := true; b[q] := true; f := true; end;
end;
rule "look" f ==> look(); f := false; for p: pid do a[p] := false; b[p] := false; end; end;
