-- group: pid=none
-- refused: pid line 9 fixed 3
-- used: pid=none
-- exit: 14
-- One order of the iterations ends in a fault, another one does not.
type pid: scalarset(3);
var a: array [pid] of boolean; b: array [pid] of boolean; f: boolean;
startstate for p: pid do a[p] := false; b[p] := false; end; f := false; end;
rule "look" true ==> for p: pid do if a[p] then f := true; end; if b[p] then assert !f "late"; end; end; f := false; end;
ruleset p: pid do
  rule "a" (forall q: pid do !a[q] & !b[q] end) ==> a[p] := true; end;
  rule "b" !a[p] & (exists q: pid do a[q] end) & (forall q: pid do !b[q] end) ==> b[p] := true; end;
end;
