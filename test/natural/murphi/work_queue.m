-- Workers take jobs from a bounded buffer; how many jobs of each kind wait is counted in an array.
-- true: kind=2 worker=3
const W: 3; K: 2; CAP: 2;
type worker: scalarset(W); kind: scalarset(K);
var waiting: array [kind] of 0..CAP; doing: array [worker] of kind; done: array [kind] of 0..CAP; prefers: array [worker] of kind;
procedure take(w: worker);
begin
  if !isundefined(prefers[w]) & waiting[prefers[w]] > 0 then
    doing[w] := prefers[w];
    waiting[prefers[w]] := waiting[prefers[w]] - 1;
    return;
  end;
  for k: kind do
    if isundefined(doing[w]) & waiting[k] > 0 & (isundefined(prefers[w]) | k != prefers[w])
       & (forall o: kind do o = k | waiting[o] = 0 end) then
      doing[w] := k;
      waiting[k] := waiting[k] - 1;
    end;
  end;
end;
startstate for w: worker do undefine doing[w]; undefine prefers[w]; end; for k: kind do waiting[k] := 0; done[k] := 0; end; end;
ruleset k: kind do
  rule "submit" waiting[k] < CAP ==> waiting[k] := waiting[k] + 1; end;
  rule "collect" done[k] > 0 ==> done[k] := done[k] - 1; end;
end;
ruleset w: worker do
  rule "take" isundefined(doing[w]) & exists k: kind do waiting[k] > 0 end ==> take(w); end;
  rule "finish" !isundefined(doing[w]) & done[doing[w]] < CAP ==>
    done[doing[w]] := done[doing[w]] + 1; prefers[w] := doing[w]; undefine doing[w];
  end;
end;
invariant "bounded" forall k: kind do waiting[k] + done[k] <= 2 * CAP end;
