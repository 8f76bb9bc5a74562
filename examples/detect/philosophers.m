-- Dining philosophers round a table; every one takes the fork on the right first, so they can all starve.
--
-- A neighbour is found by modular arithmetic; only turning the table is a symmetry, because right is not left.
--
-- Symmetries: PHILOSOPHERS rotations. States: 154450 for 10, 1684801 for 12.

const
  PHILOSOPHERS: 5;

type
  seat: 0 .. PHILOSOPHERS - 1;

var
  state: array [seat] of enum {thinking, one_fork, two_forks, fed, one_returned};
  taken: array [seat] of boolean;   -- the fork on the left of a seat

function right(p: seat): seat;
begin
  return (p + 1) % PHILOSOPHERS;
end;

startstate "all think"
begin
  for p: seat do
    state[p] := thinking;
    taken[p] := false;
  end;
end;

ruleset p: seat do
  rule "take the right fork"
    state[p] = thinking & !taken[right(p)]
  ==>
  begin
    taken[right(p)] := true;
    state[p] := one_fork;
  end;

  rule "take the left fork"
    state[p] = one_fork & !taken[p]
  ==>
  begin
    taken[p] := true;
    state[p] := two_forks;
  end;

  rule "eat"
    state[p] = two_forks
  ==>
  begin
    state[p] := fed;
  end;

  rule "return the right fork"
    state[p] = fed
  ==>
  begin
    taken[right(p)] := false;
    state[p] := one_returned;
  end;

  rule "return the left fork"
    state[p] = one_returned
  ==>
  begin
    taken[p] := false;
    state[p] := thinking;
  end;
end;

invariant "neighbours do not eat together"
  forall p: seat do
    state[p] = two_forks -> state[right(p)] != two_forks
  end;
