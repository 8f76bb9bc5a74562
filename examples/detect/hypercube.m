-- A message in a hypercube: every node that has it passes a copy to its neighbours, after Donaldson and Miller,
-- "Automatic symmetry detection for Promela" (2008).
--
-- Nodes are numbers of DIMENSION bits; a neighbour's number differs in one bit, found by arithmetic. The message
-- starts anywhere. A run ends when every node has finished, so ask for no deadlocks: --deadlock=off.
--
-- Symmetries: those of the hypercube, NODES * DIMENSION!

const
  DIMENSION: 3;
  NODES: 8;   -- 2 ^ DIMENSION

type
  node: 0 .. NODES - 1;
  bit: 0 .. DIMENSION - 1;

var
  state: array [node] of enum {waiting, sending, finished};

function power(k: bit): 1 .. NODES;
var
  result: 1 .. NODES;
begin
  result := 1;
  for i: bit do
    if i < k then
      result := 2 * result;
    end;
  end;
  return result;
end;

function neighbour(n: node; k: bit): node;
begin
  if (n / power(k)) % 2 = 0 then
    return n + power(k);
  else
    return n - power(k);
  end;
end;

ruleset first: node do
  startstate "one node has the message"
  begin
    for n: node do
      state[n] := waiting;
    end;
    state[first] := sending;
  end;
end;

ruleset n: node; k: bit do
  rule "pass"
    state[n] = sending & state[neighbour(n, k)] = waiting
  ==>
  begin
    state[neighbour(n, k)] := sending;
  end;
end;

ruleset n: node do
  rule "finish"
    state[n] = sending & (forall k: bit do state[neighbour(n, k)] != waiting end)
  ==>
  begin
    state[n] := finished;
  end;
end;

invariant "who has finished has told its neighbours"
  forall n: node do
    state[n] = finished -> (forall k: bit do state[neighbour(n, k)] != waiting end)
  end;
