-- The queueing lock of Mellor-Crummey and Scott with fetch-and-store only. Who leaves takes the tail away; if others had
-- joined it puts the tail back, and whoever joined in between (the usurper) gets the rest of the queue behind him.
-- Nothing is ever undefined and no rule can fault, so a search backward begins with violations of the invariant alone.
--
--     coset --engine=symbolic --symbolic-symmetry=dynamic -D N=3 fetchstore.m

const N: 3;

type
  pid: scalarset(N);
  node: union {pid, enum {nobody}};
  label: enum {Idle, Join, Look, Arm, Link, Spin, Critical, Take, Restore, AwaitLink, Give};

var
  at: array [pid] of label;
  locked: array [pid] of boolean;
  next: array [pid] of node;  -- who waits behind
  other: array [pid] of node; -- who was last: before joining, before leaving, then the usurper
  tail: node;

startstate
begin
  for i: pid do at[i] := Idle; locked[i] := false; next[i] := nobody; other[i] := nobody; end;
  tail := nobody;
end;

ruleset i: pid do
  rule "prepare" at[i] = Idle ==> begin next[i] := nobody; at[i] := Join; end;
  rule "join" at[i] = Join ==> begin other[i] := tail; tail := i; at[i] := Look; end;
  rule "first" at[i] = Look & other[i] = nobody ==> begin at[i] := Critical; end;
  rule "behind another" at[i] = Look & other[i] != nobody ==> begin at[i] := Arm; end;
  rule "arm" at[i] = Arm ==> begin locked[i] := true; at[i] := Link; end;
  rule "spin" at[i] = Spin & !locked[i] ==> begin at[i] := Critical; other[i] := nobody; end;
  rule "leave, nobody seen behind" at[i] = Critical & next[i] = nobody ==> begin at[i] := Take; end;
  rule "leave" at[i] = Critical & next[i] != nobody ==> begin other[i] := nobody; at[i] := Give; end;
  rule "take the tail" at[i] = Take ==> begin other[i] := tail; tail := nobody; at[i] := Restore; end;
  rule "nobody behind" at[i] = Restore & other[i] = i ==> begin other[i] := nobody; at[i] := Idle; end;
  rule "put the tail back"
    at[i] = Restore & other[i] != i
  ==>
  var old: node;
  begin
    old := other[i];
    other[i] := tail;
    tail := old;
    at[i] := AwaitLink;
  end;
  rule "await link" at[i] = AwaitLink & next[i] != nobody ==> begin at[i] := Give; end;
end;

ruleset i: pid; j: pid do
  rule "link" at[i] = Link & other[i] = j ==> begin next[j] := i; at[i] := Spin; end;
  rule "give the lock"
    at[i] = Give & other[i] = nobody & next[i] = j
  ==> begin locked[j] := false; next[i] := nobody; at[i] := Idle; end;
  rule "give the rest of the queue"
    at[i] = Give & other[i] = j
  ==> begin next[j] := next[i]; next[i] := nobody; other[i] := nobody; at[i] := Idle; end;
end;

invariant "mutual exclusion"
  forall i: pid do forall j: pid do i != j & at[i] = Critical -> at[j] != Critical end end;
