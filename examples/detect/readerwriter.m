-- Readers and writers of one file, after Wahl, "Adaptive symmetry reduction" (CAV 2007).
--
-- Processes below READERS only read, the others only write; all are told apart by nothing else. Readers may be in the
-- file together, a writer is alone in it. No type says so: the processes are numbers, and what they may do is found
-- by comparing numbers.
--
-- Symmetries: the readers among themselves, the writers among themselves: READERS! * (PROCESSES - READERS)!

const
  PROCESSES: 3;
  READERS: 2;

type
  process: 0 .. PROCESSES - 1;

var
  state: array [process] of enum {outside, trying, inside};

function reads(p: process): boolean;
begin
  return p < READERS;
end;

startstate "all outside"
begin
  for p: process do
    state[p] := outside;
  end;
end;

ruleset p: process do
  rule "try"
    state[p] = outside
  ==>
  begin
    state[p] := trying;
  end;

  rule "enter to read"
    state[p] = trying & reads(p) & (forall q: process do state[q] = inside -> reads(q) end)
  ==>
  begin
    state[p] := inside;
  end;

  rule "enter to write"
    state[p] = trying & !reads(p) & (forall q: process do state[q] != inside end)
  ==>
  begin
    state[p] := inside;
  end;

  rule "leave"
    state[p] = inside
  ==>
  begin
    state[p] := outside;
  end;
end;

invariant "a writer is alone"
  forall p: process do
    forall q: process do
      state[p] = inside & state[q] = inside & p != q -> reads(p) & reads(q)
    end
  end;
