-- The queueing lock of Mellor-Crummey and Scott with an atomic compare-and-swap: who wants the lock joins a queue of
-- nodes, one for each process, and spins on its own node.

const N: 3;

type
  pid: scalarset(N);
  label: enum {Idle, Join, Look, Arm, Link, Spin, Critical, Swap, AwaitLink, Pass};

var
  at: array [pid] of label;
  next: array [pid] of pid; -- who waits behind, or undefined
  pred: array [pid] of pid; -- who was last before, or undefined
  locked: array [pid] of boolean;
  tail: pid;

startstate
begin
  for i: pid do at[i] := Idle; undefine next[i]; undefine pred[i]; locked[i] := false; end;
  undefine tail;
end;

ruleset i: pid do
  rule "prepare" at[i] = Idle ==> begin undefine next[i]; at[i] := Join; end;
  rule "join"
    at[i] = Join
  ==>
  begin
    if isundefined(tail) then undefine pred[i]; else pred[i] := tail; end;
    tail := i;
    at[i] := Look;
  end;
  rule "first" at[i] = Look & isundefined(pred[i]) ==> begin at[i] := Critical; end;
  rule "behind another" at[i] = Look & !isundefined(pred[i]) ==> begin at[i] := Arm; end;
  rule "arm" at[i] = Arm ==> begin locked[i] := true; at[i] := Link; end;
  rule "link" at[i] = Link ==> begin next[pred[i]] := i; at[i] := Spin; end;
  rule "spin" at[i] = Spin & !locked[i] ==> begin at[i] := Critical; undefine pred[i]; end;
  rule "leave"
    at[i] = Critical
  ==>
  begin if isundefined(next[i]) then at[i] := Swap; else at[i] := Pass; end; end;
  rule "nobody behind" at[i] = Swap & tail = i ==> begin undefine tail; at[i] := Idle; end;
  rule "somebody behind" at[i] = Swap & tail != i ==> begin at[i] := AwaitLink; end;
  rule "await link" at[i] = AwaitLink & !isundefined(next[i]) ==> begin at[i] := Pass; end;
  rule "pass" at[i] = Pass ==> begin locked[next[i]] := false; undefine next[i]; at[i] := Idle; end;
end;

invariant "mutual exclusion"
  forall i: pid do forall j: pid do i != j & at[i] = Critical -> at[j] != Critical end end;
