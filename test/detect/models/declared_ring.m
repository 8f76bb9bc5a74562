-- Declared and detected symmetry together: processes are a scalarset, the ring of places is a plain range, the two colours
-- are numbers. A token walks round the ring; whoever holds it paints its place. Declared: 3!, detected beside it: the
-- turns of the ring and the exchange of the colours.
-- order: 48
const N: 4;
type
  pid: scalarset(3);
  place: 0 .. N - 1;
var
  owner: array [place] of pid;
  paint: array [place] of 0 .. 1;
  at: place;

ruleset p: pid; q: place; c: 0 .. 1 do
  startstate "anywhere"
    at := q;
    for r: place do
      owner[r] := p;
      paint[r] := c;
    end;
  end;
end;

rule "walk" true ==> begin at := (at + 1) % N; end;

ruleset p: pid do
  rule "take" owner[at] != p ==> begin owner[at] := p; end;
end;

rule "paint" true ==> begin paint[at] := 1 - paint[at]; end;
