-- Lamps on the Petersen graph: its symmetries are those of five things, though nothing here is a pair of them.
-- order: 120
-- twin: 20 |+ 2) % 5 = b - 5|+ 1) % 5 = b - 5
-- twin: 12 |s[v] := true|s[v] := v > 0
type node: 0 .. 9;
var s: array [node] of boolean;

-- An outer ring, an inner star, spokes between them. In the first twin the star is a ring.
function arc(a, b: node): boolean;
begin
  return a < 5 & b < 5 & (a + 1) % 5 = b | a > 4 & b > 4 & (a - 5 + 2) % 5 = b - 5 | a + 5 = b;
end;

startstate "dark" begin
  for v: node do s[v] := false; end;
end;

ruleset v: node do
  rule "light" !s[v] & forall w: node do arc(v, w) | arc(w, v) -> !s[w] end ==> begin s[v] := true; end;
  rule "spread" !s[v] & exists w: node do (arc(v, w) | arc(w, v)) & s[w] end ==> begin s[v] := true; end;
  rule "fade" s[v] ==> begin s[v] := false; end;
end;
