-- The token circulation protocol of Zhang et al., section II: a directed ring; rotations, and the labels exchanged.
-- order: 6
-- twin: 3 |label[u] := 1 - label[u]|label[u] := 1
-- twin: 2 |token[(u+1)%N] := 1; label[(u+1)%N] := label[u];|token[u] := u % 2; label[(u+1)%N] := label[u];
const N: 3;
type P: 0..N-1; B: 0..1;
var token: array[P] of B; label: array[P] of B; leader: array[P] of boolean; go: boolean;

ruleset u: P do
  rule "one" go & !leader[u] & leader[(u+1)%N] & label[u] = label[(u+1)%N] ==>
  begin token[u] := 0; token[(u+1)%N] := 1; label[(u+1)%N] := 1 - label[u]; end;
  rule "two" go & !leader[(u+1)%N] & label[u] != label[(u+1)%N] ==>
  begin token[u] := 0; token[(u+1)%N] := 1; label[(u+1)%N] := label[u]; end;
  rule "any token" !go ==> begin token[u] := 1 - token[u]; end;
  rule "any leader" !go ==> begin leader[u] := !leader[u]; end;
  rule "any label" !go ==> begin label[u] := 1 - label[u]; end;
end;
rule "go" !go ==> begin go := true; end;

ruleset b: B do
  startstate begin go := false; for i: P do token[i] := 0; label[i] := b; leader[i] := false; end; end;
end;
