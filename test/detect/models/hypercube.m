-- Messages along the edges of a cube of dimension 3: 2^3 3!. Numbers are xored by arithmetic.
-- order: 48
-- twin: 6 |at := n;|at := 0;
const D: 2;
type N: 0..7; P: 0..D;
var at: N; seen: array[N] of boolean; b0: boolean;
function other(n: N; d: P): N;
var b: 0..4;
begin
  b := d = 0 ? 1 : (d = 1 ? 2 : 4);
  if n % (2*b) < b then return n + b; else return n - b; end;
end;
ruleset n: N do startstate begin
  for i: N do seen[i] := false; end; seen[0] := false;
  at := n; b0 := false;
end; end;
ruleset d: P do
  rule "send" begin seen[at] := !seen[at]; at := other(at, d); end;
end;
invariant "in" at < 8;
