-- group: pid=none
-- refused: pid line 11 fixed 3
-- used: pid=none
-- exit: 12
-- The first of several leaves the loop after it has written: which one that is, only the order tells.
const N: 3;
type pid: scalarset(N);
var a, b: array [pid] of boolean; turn: boolean;
startstate for p: pid do a[p] := false; b[p] := false; end; turn := false; end;
ruleset p: pid do rule "set" !turn & !a[p] ==> a[p] := true; end; end;
rule "first" !turn ==> turn := true; for p: pid do if a[p] then b[p] := true; return; end; end; end;
ruleset p: pid; q: pid do
  rule "see" p != q & b[p] & a[q] ==> a[p] := false; b[p] := false; end;
end;
rule "again" turn ==> turn := false; end;
invariant "last stays" exists p: pid do !b[p] end & !(turn & (forall p: pid do a[p] end) & (exists p: pid do b[p] end));
