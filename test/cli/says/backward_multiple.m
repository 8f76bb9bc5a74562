-- A search backward with several representatives of an orbit: what one rule of an orbit of rules finds is closed under
-- renamings, else levels lack states and come later.
-- run: check --deadlock=off --engine=symbolic --direction=backward --symbolic-symmetry=multiple
-- exit: 0
-- says: invariant one at a time HOLDS
-- says: depth 5
-- says not: never fires
type
  process: scalarset(3);
  place: union {process, enum {nobody}};
var
  at: array [process] of 0..3;
  pred: array [process] of place;
  next: array [process] of place;
  tail: place;
startstate
begin
  for p: process do at[p] := 0; next[p] := nobody; pred[p] := nobody; end;
  tail := nobody;
end;
ruleset p: process do
  rule "join" at[p] = 0 ==> begin pred[p] := tail; tail := p; at[p] := 1; end;
  rule "first" at[p] = 1 & pred[p] = nobody ==> begin at[p] := 2; end;
  rule "free" at[p] = 2 & tail = p ==> begin tail := nobody; at[p] := 0; end;
end;
ruleset p: process; q: process do
  rule "link" at[p] = 1 & pred[p] = q & p != q ==> begin next[q] := p; pred[p] := nobody; at[p] := 3; end;
  rule "pass" at[p] = 2 & next[p] = q ==> begin at[q] := 2; next[p] := nobody; at[p] := 0; end;
end;
invariant "one at a time" forall p: process do forall q: process do p != q & at[p] = 2 -> at[q] != 2 end end;
