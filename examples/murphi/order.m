-- Symmetry that is declared but not there.
--
-- One worker takes the job; "look up" should find out which one, but its loop forgets to ask who is busy, so it finds
-- the last worker of the loop. What a loop does last depends on the order of its range, and a scalarset has no order:
-- these workers are not interchangeable, although they are declared to be. A checker that believes the declaration
-- may look only at runs in which the last worker has the job and call the model correct.
--
-- coset order.m names the loop, checks every run and finds the mistake (exit status 12).

const
  WORKERS: 3;

type
  worker: scalarset(WORKERS);

var
  busy: array [worker] of boolean;
  found: worker;
  step: enum {waiting, working, looked_up};

startstate "no job"
begin
  for w: worker do
    busy[w] := false;
  end;
  undefine found;
  step := waiting;
end;

ruleset w: worker do
  rule "take the job"
    step = waiting
  ==>
  begin
    busy[w] := true;
    step := working;
  end;
end;

rule "look up"
  step = working
==>
begin
  for w: worker do
    found := w;   -- here "if busy[w] then ... end" is missing
  end;
  step := looked_up;
end;

rule "job done"
  step = looked_up
==>
begin
  for w: worker do
    busy[w] := false;
  end;
  undefine found;
  step := waiting;
end;

invariant "who is found is busy"
  step = looked_up -> busy[found];
