-- group: pid=none
-- refused: pid line 16 fixed 3
-- exit: 12
-- The loop depends on the order once two are set: a check sees it, begins anew, and finds what the proof alone finds.

const N: 3;
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
