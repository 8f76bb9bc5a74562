-- A queueing lock after Mellor-Crummey and Scott, with the queue left out: who waits is known, but not in which order.
-- So all that matters of a process is its local state (MsLock in Emerson and Wahl, Dynamic symmetry reduction, 2005).

const N: 4;

type
  pid: scalarset(N);
  label: enum {Idle, Swap, Linked, Waiting, Critical, Releasing};

var
  at: array [pid] of label;
  follows: array [pid] of boolean; -- there was a tail before it when it entered the queue
  held: boolean;                   -- the queue has a tail

startstate
begin
  for i: pid do at[i] := Idle; follows[i] := false; end;
  held := false;
end;

ruleset i: pid do
  rule "try" at[i] = Idle ==> begin at[i] := Swap; end;
  rule "fetch and store" at[i] = Swap ==> begin follows[i] := held; held := true; at[i] := Linked; end;
  rule "wait" at[i] = Linked & follows[i] ==> begin at[i] := Waiting; end;
  rule "enter" at[i] = Linked & !follows[i] ==> begin at[i] := Critical; end;
  rule "leave" at[i] = Critical ==> begin at[i] := Releasing; end;
  rule "compare and swap"
    at[i] = Releasing & forall j: pid do j = i | at[j] = Idle | at[j] = Swap end
  ==>
  begin held := false; follows[i] := false; at[i] := Idle; end;
end;

ruleset i: pid; j: pid do
  rule "hand over"
    at[i] = Releasing & at[j] = Waiting
  ==>
  begin at[j] := Critical; follows[j] := false; follows[i] := false; at[i] := Idle; end;
end;

invariant "mutual exclusion"
  forall i: pid do forall j: pid do
    i != j & (at[i] = Critical | at[i] = Releasing) -> at[j] != Critical & at[j] != Releasing
  end end;
