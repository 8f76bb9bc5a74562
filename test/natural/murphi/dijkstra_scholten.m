-- Termination of a diffusing computation after Dijkstra and Scholten: a tree of parents, counts of messages that are not answered.
-- true: worker=3
const N: 3; M: 1;
type worker: scalarset(N); roots: enum { Root }; node: union { roots, worker };
var
  active: array [node] of boolean;
  parent: array [worker] of node;
  deficit: array [node] of 0..M;
  work: array [node] of array [worker] of boolean;
  acks: array [node] of 0..M;
  done: boolean;
procedure answer(n: node); begin acks[n] := acks[n] + 1; end;
procedure rest(w: worker);
begin
  if !active[w] & deficit[w] = 0 & !isundefined(parent[w]) then answer(parent[w]); undefine parent[w]; endif;
end;
startstate
  for n: node do active[n] := false; deficit[n] := 0; acks[n] := 0; for w: worker do work[n][w] := false; endfor; endfor;
  for w: worker do undefine parent[w]; endfor;
  active[Root] := true; done := false;
endstartstate;
ruleset n: node; w: worker do
  rule "send" active[n] & n != w & deficit[n] < M & !work[n][w] ==> work[n][w] := true; deficit[n] := deficit[n] + 1; endrule;
  rule "receive" work[n][w] ==>
    work[n][w] := false;
    if isundefined(parent[w]) then parent[w] := n; active[w] := true; else answer(n); endif;
  endrule;
endruleset;
ruleset n: node do
  rule "ack" acks[n] > 0 ==>
    acks[n] := acks[n] - 1; deficit[n] := deficit[n] - 1;
    if ismember(n, worker) then rest(n); endif;
  endrule;
  rule "stop" active[n] ==> active[n] := false; if ismember(n, worker) then rest(n); endif; endrule;
endruleset;
rule "announce" !active[Root] & deficit[Root] = 0 & !done ==> done := true; endrule;
invariant "only after all have stopped" done -> forall w: worker do !active[w] & (forall n: node do !work[n][w] end) end;
