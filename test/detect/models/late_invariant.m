-- What the invariant says of one slot and one value is false only late, where random runs do not come.
-- order: 144
-- twin: 1296 |h[i] != N1 end|h[i] = h[i] end
type T: enum { N1, N2, N3 }
var h: array [0..2] of T; c, d: 0..3
startstate begin c := 0; d := 0; end
rule "c" c < 3 ==> begin c := c + 1 end
rule "d" c = 3 & d < 3 ==> begin c := 0; d := d + 1 end
ruleset n: T; i: 0..2 do
  rule "h" isundefined(h[i]) ==> begin h[i] := n; end
end
ruleset i: 0..0 do invariant "first" isundefined(h[i]) | c < 3 | d < 3 | h[i] != N1 end
