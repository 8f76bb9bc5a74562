-- group: pid=S4 qid=S2
-- exit: 13
-- An indexed liveness property holds for all elements or for none: one is judged, and stays fixed. Here `done` is
-- reached for ever by none once all are stuck, `busy` can always be reached, and `own` is asked for two types.

type pid: scalarset(4); qid: scalarset(2);
var n: array [pid] of 0..2; at: array [qid] of boolean;
startstate begin for p: pid do n[p] := 0; end; for q: qid do at[q] := false; end; end;
ruleset p: pid do
  rule "up" n[p] < 2 & !exists o: pid do o != p & n[o] = 2 end ==> begin n[p] := n[p] + 1; end;
  rule "down" n[p] = 1 ==> begin n[p] := 0; end;
  ruleset q: qid do rule "turn" n[p] = 0 ==> begin at[q] := !at[q]; end; end;
end;
rule "stay" true ==> begin end;
ruleset p: pid do
  liveness "done" n[p] = 2;
  liveness "back" n[p] != 1 | exists o: pid do n[o] = 2 end;
end;
ruleset q: qid do liveness "own" at[q]; end;
