-- A barrier that reverses its sense.
-- true: thread=4
const N: 4;
type thread: scalarset(N);
var count: 0..N; sense: boolean; mine: array [thread] of boolean; pc: array [thread] of enum { work, arrive, wait };
    round: array [thread] of 0..1;
startstate count := N; sense := false; for t: thread do mine[t] := false; pc[t] := work; round[t] := 0; end; end;
ruleset t: thread do
  rule "arrive" pc[t] = work ==> mine[t] := !mine[t]; pc[t] := arrive; end;
  rule "decrement" pc[t] = arrive ==>
    if count = 1 then count := N; sense := mine[t]; pc[t] := work; round[t] := 1 - round[t];
    else count := count - 1; pc[t] := wait; end;
  end;
  rule "pass" pc[t] = wait & sense = mine[t] ==> pc[t] := work; round[t] := 1 - round[t]; end;
end;
invariant "nobody passes early" forall a: thread do forall b: thread do
  pc[a] = work & pc[b] = wait & sense != mine[b] -> round[a] = round[b] end end;
