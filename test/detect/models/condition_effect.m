-- The condition of the large branch calls a function that changes the state. What it writes belongs to the step, though
-- the branch is cut into its condition and what stands below it.
-- order: 2
-- twin: 1 |seen[c] := true;|seen[c] := c = 0;
type Client: 0..1; Number: 0..7;
var a, b, d: array [Client] of Number; seen: array [Client] of boolean;
function look(c: Client): boolean;
begin
  seen[c] := true;
  return a[c] < 4;
end;
ruleset c: Client do
  rule "again" seen[c] ==> seen[c] := false; end;
  rule "step" a[c] < 7 ==>
    a[c] := a[c] + 1;
    if look(c) then
      if b[c] < 7 & d[c] < 3 then b[c] := b[c] + 1; elsif d[c] < a[c] then d[c] := b[c]; end;
    else
      d[c] := (d[c] + b[c]) % 2;
    end;
  end;
end;
startstate
  for c: Client do a[c] := 0; b[c] := 0; d[c] := 0; seen[c] := false; end;
end;
invariant forall c: Client do a[c] > 0 | !seen[c] end;
