-- The towers of Hanoi: all discs have to come from the first peg to one of the others.
--
-- Pegs are numbers 0, 1, 2; the discs start on peg 0.
--
-- Symmetries: exchanging the pegs 1 and 2

const
  DISCS: 3;

type
  disc: 0 .. DISCS - 1;   -- by size
  peg: 0 .. 2;

var
  on: array [disc] of peg;

startstate "all on peg 0"
begin
  for d: disc do
    on[d] := 0;
  end;
end;

ruleset d: disc; p: peg do
  rule "move"
    on[d] != p & (forall e: disc do e < d -> on[e] != on[d] & on[e] != p end)
  ==>
  begin
    on[d] := p;
  end;
end;

cover "done"
  exists p: peg do p != 0 & (forall d: disc do on[d] = p end) end;
