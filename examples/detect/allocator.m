-- A resource lent to clients by priority, after Donaldson and Miller, "Automatic symmetry detection for Promela"
-- (2008).
--
-- The first LOW clients have the lowest priority, the next MIDDLE a higher one, the last HIGH the highest. The
-- resource goes to a waiting client unless one with a higher priority waits. The clients are numbers, their priority
-- is found by comparing numbers.
--
-- Symmetries: the clients of one priority among themselves: LOW! * MIDDLE! * HIGH!

const
  LOW: 2;
  MIDDLE: 2;
  HIGH: 3;
  CLIENTS: LOW + MIDDLE + HIGH;

type
  client: 0 .. CLIENTS - 1;
  priority: 0 .. 2;

var
  state: array [client] of enum {idle, waiting, holding, returning};
  lent: boolean;

function priority_of(c: client): priority;
begin
  if c < LOW then
    return 0;
  elsif c < LOW + MIDDLE then
    return 1;
  else
    return 2;
  end;
end;

startstate "at home"
begin
  for c: client do
    state[c] := idle;
  end;
  lent := false;
end;

ruleset c: client do
  rule "ask"
    state[c] = idle
  ==>
  begin
    state[c] := waiting;
  end;

  rule "lend"
    state[c] = waiting & !lent
    & (forall d: client do state[d] = waiting -> priority_of(d) <= priority_of(c) end)
  ==>
  begin
    state[c] := holding;
    lent := true;
  end;

  rule "finish"
    state[c] = holding
  ==>
  begin
    state[c] := returning;
  end;

  rule "return"
    state[c] = returning
  ==>
  begin
    state[c] := idle;
    lent := false;
  end;
end;

invariant "one holder"
  forall c: client do
    forall d: client do
      state[c] = holding & state[d] = holding -> c = d
    end
  end;
