-- A directory that forwards a read to the first sharer it finds: which one answers depends on the order of the loop.
-- true: proc=1
const N: 3;
type proc: scalarset(N);
var sharer, waiting: array [proc] of boolean; asked: proc; forwards: array [proc] of 0..1;
startstate for p: proc do sharer[p] := false; waiting[p] := false; forwards[p] := 0; end; undefine asked; end;
ruleset p: proc do
  rule "first" !sharer[p] & !waiting[p] & (forall q: proc do !sharer[q] end) ==> sharer[p] := true; end;
  rule "read" !sharer[p] & !waiting[p] & (exists q: proc do sharer[q] end) & isundefined(asked) ==>
    waiting[p] := true;
    for q: proc do
      if sharer[q] then
        asked := q;
        forwards[q] := 1 - forwards[q];
        return;
      end;
    end;
  end;
  rule "answer" waiting[p] & !isundefined(asked) ==> waiting[p] := false; sharer[p] := true; undefine asked; end;
  rule "drop" sharer[p] & isundefined(asked) ==> sharer[p] := false; forwards[p] := 0; end;
end;
invariant "only sharers answer" isundefined(asked) | sharer[asked];
