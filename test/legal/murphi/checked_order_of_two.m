-- group: pid=none
-- refused: pid line 17 fixed 2
-- used: pid=none
-- exit: 12
-- As checked_order_dependent.m with two elements: each of them comes first once.

const N: 2;
type pid: scalarset (N);
var set: array [pid] of boolean; first: pid; again: boolean;

startstate "none" begin for p: pid do set[p] := false; end; undefine first; again := false; end;

ruleset p: pid do
  rule "set" !set[p] ==> begin set[p] := true; end;
end;

rule "find" true ==> begin for p: pid do if set[p] & isundefined (first) then first := p; end; end; end;

ruleset p: pid do
  rule "again" !isundefined (first) & first = p & forall q: pid do set[q] end ==> begin again := true; end;
end;

invariant "not again" !again;
