-- The queueing lock of Mellor-Crummey and Scott with fetch-and-store only. Who leaves takes the tail away; if others had
-- joined it puts the tail back, and whoever joined in between (the usurper) gets the rest of the queue behind him.

const N: 3;

type
  pid: scalarset(N);
  label: enum {Idle, Join, Look, Arm, Link, Spin, Critical, Take, Restore, AwaitLink, Give};

var
  at: array [pid] of label;
  next: array [pid] of pid;   -- who waits behind, or undefined
  other: array [pid] of pid;  -- who was last: before joining, before leaving, then the usurper; or undefined
  locked: array [pid] of boolean;
  tail: pid;

startstate
begin
  for i: pid do at[i] := Idle; undefine next[i]; undefine other[i]; locked[i] := false; end;
  undefine tail;
end;

procedure take_tail(i: pid);
begin if isundefined(tail) then undefine other[i]; else other[i] := tail; end; end;

ruleset i: pid do
  rule "prepare" at[i] = Idle ==> begin undefine next[i]; at[i] := Join; end;
  rule "join" at[i] = Join ==> begin take_tail(i); tail := i; at[i] := Look; end;
  rule "first" at[i] = Look & isundefined(other[i]) ==> begin at[i] := Critical; end;
  rule "behind another" at[i] = Look & !isundefined(other[i]) ==> begin at[i] := Arm; end;
  rule "arm" at[i] = Arm ==> begin locked[i] := true; at[i] := Link; end;
  rule "link" at[i] = Link ==> begin next[other[i]] := i; at[i] := Spin; end;
  rule "spin" at[i] = Spin & !locked[i] ==> begin at[i] := Critical; undefine other[i]; end;
  rule "leave"
    at[i] = Critical
  ==>
  begin if isundefined(next[i]) then at[i] := Take; else undefine other[i]; at[i] := Give; end; end;
  rule "take the tail" at[i] = Take ==> begin take_tail(i); undefine tail; at[i] := Restore; end;
  rule "nobody behind"
    at[i] = Restore & !isundefined(other[i]) & other[i] = i
  ==> begin undefine other[i]; at[i] := Idle; end;
  rule "put the tail back"
    at[i] = Restore & !isundefined(other[i]) & other[i] != i
  ==>
  var old: pid;
  begin
    old := other[i];
    take_tail(i);
    tail := old;
    at[i] := AwaitLink;
  end;
  rule "await link" at[i] = AwaitLink & !isundefined(next[i]) ==> begin at[i] := Give; end;
  rule "give"
    at[i] = Give
  ==>
  begin
    if isundefined(other[i]) then locked[next[i]] := false; else next[other[i]] := next[i]; end;
    undefine next[i];
    undefine other[i];
    at[i] := Idle;
  end;
end;

invariant "mutual exclusion"
  forall i: pid do forall j: pid do i != j & at[i] = Critical -> at[j] != Critical end end;
