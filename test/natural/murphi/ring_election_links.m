-- Election on a ring after Chang and Roberts. The ring is built in the start state, one node behind the other; identities are
-- compared by the ranks that it hands out. The start state is not symmetric; the rules are.
-- true: node=4
const N: 4;
type node: scalarset(N); rank: 1..N;
var
  next: array [node] of node;
  id: array [node] of rank;
  box: array [node] of 0..N;     -- token under way to this node, 0: none
  started: array [node] of boolean;
  leader: array [node] of boolean;

startstate "ring"
var prev, first: node; r: 0..N;
begin
  r := 0;
  for p: node do
    r := r + 1;
    id[p] := r;
    box[p] := 0;
    started[p] := false;
    leader[p] := false;
    if isundefined(prev) then first := p; else next[prev] := p; end;
    prev := p;
  end;
  next[prev] := first;
end;

ruleset p: node do
  rule "start" !started[p] & box[next[p]] = 0 ==> started[p] := true; box[next[p]] := id[p]; end;
  rule "pass" box[p] > id[p] & box[next[p]] = 0 ==>
    box[next[p]] := box[p]; box[p] := 0; started[p] := true;
  end;
  rule "swallow" box[p] != 0 & box[p] < id[p] ==> box[p] := 0; end;
  rule "win" box[p] = id[p] ==> leader[p] := true; box[p] := 0; end;
end;
invariant "one leader" forall p: node do forall q: node do leader[p] & leader[q] -> p = q end end;
invariant "the largest leads" forall p: node do leader[p] -> id[p] = N end;
