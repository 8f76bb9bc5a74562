-- Peterson's mutual exclusion for many processes ("Myths about the mutual exclusion problem", 1981), with plain
-- ranges.
--
-- A process climbs from level to level; on each level the one who came last waits until nobody else is as high, or
-- somebody else comes last. The numbers of processes are compared for equality only, so any exchange of processes is
-- a symmetry; the levels are compared by order and are not.
--
-- Symmetries: PROCESSES!

const
  PROCESSES: 3;

type
  process: 0 .. PROCESSES - 1;
  level: 0 .. PROCESSES - 1;   -- 0: not interested

var
  at: array [process] of level;
  last: array [level] of process;         -- who came last to this level; undefined before
  state: array [process] of enum {idle, arriving, waiting, critical};

procedure climb(p: process);
begin
  if at[p] = PROCESSES - 1 then
    state[p] := critical;
  else
    at[p] := at[p] + 1;
    state[p] := arriving;
  end;
end;

startstate "all idle"
begin
  for p: process do
    at[p] := 0;
    state[p] := idle;
  end;
  undefine last;
end;

ruleset p: process do
  rule "start"
    state[p] = idle
  ==>
  begin
    at[p] := 1;
    state[p] := arriving;
  end;

  rule "arrive"
    state[p] = arriving
  ==>
  begin
    last[at[p]] := p;
    state[p] := waiting;
  end;

  rule "climb: nobody is as high"
    state[p] = waiting & (forall q: process do q != p -> at[q] < at[p] end)
  ==>
  begin
    climb(p);
  end;

  rule "climb: somebody came later"
    state[p] = waiting & !isundefined(last[at[p]]) & last[at[p]] != p
  ==>
  begin
    climb(p);
  end;

  rule "leave"
    state[p] = critical
  ==>
  begin
    at[p] := 0;
    state[p] := idle;
  end;
end;

invariant "mutual exclusion"
  forall p: process do
    forall q: process do
      state[p] = critical & state[q] = critical -> p = q
    end
  end;
