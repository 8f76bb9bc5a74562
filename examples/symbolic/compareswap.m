-- The queueing lock of Mellor-Crummey and Scott with an atomic compare-and-swap: who wants the lock joins a queue of
-- nodes, one for each process, and spins on its own node. Nothing is ever undefined and no rule can fault, so a search
-- backward begins with violations of the invariant alone.
--
--     coset --engine=symbolic --symbolic-symmetry=dynamic -D N=4 compareswap.m

const N: 3;

type
  pid: scalarset(N);
  node: union {pid, enum {nobody}};
  label: enum {Idle, Join, Look, Arm, Link, Spin, Critical, Swap, AwaitLink, Pass};

var
  at: array [pid] of label;
  locked: array [pid] of boolean;
  next: array [pid] of node; -- who waits behind
  pred: array [pid] of node; -- who was last before
  tail: node;

startstate
begin
  for i: pid do at[i] := Idle; locked[i] := false; next[i] := nobody; pred[i] := nobody; end;
  tail := nobody;
end;

ruleset i: pid do
  rule "prepare" at[i] = Idle ==> begin next[i] := nobody; at[i] := Join; end;
  rule "join" at[i] = Join ==> begin pred[i] := tail; tail := i; at[i] := Look; end;
  rule "first" at[i] = Look & pred[i] = nobody ==> begin at[i] := Critical; end;
  rule "behind another" at[i] = Look & pred[i] != nobody ==> begin at[i] := Arm; end;
  rule "arm" at[i] = Arm ==> begin locked[i] := true; at[i] := Link; end;
  rule "spin" at[i] = Spin & !locked[i] ==> begin at[i] := Critical; pred[i] := nobody; end;
  rule "leave, nobody seen behind" at[i] = Critical & next[i] = nobody ==> begin at[i] := Swap; end;
  rule "leave" at[i] = Critical & next[i] != nobody ==> begin at[i] := Pass; end;
  rule "nobody behind" at[i] = Swap & tail = i ==> begin tail := nobody; at[i] := Idle; end;
  rule "somebody behind" at[i] = Swap & tail != i ==> begin at[i] := AwaitLink; end;
  rule "await link" at[i] = AwaitLink & next[i] != nobody ==> begin at[i] := Pass; end;
end;

ruleset i: pid; j: pid do
  rule "link" at[i] = Link & pred[i] = j ==> begin next[j] := i; at[i] := Spin; end;
  rule "pass" at[i] = Pass & next[i] = j ==> begin locked[j] := false; next[i] := nobody; at[i] := Idle; end;
end;

invariant "mutual exclusion"
  forall i: pid do forall j: pid do i != j & at[i] = Critical -> at[j] != Critical end end;
