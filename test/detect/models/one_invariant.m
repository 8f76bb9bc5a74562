-- An invariant under a ruleset, with a part that may fault, names one value of two.
-- order: 1
type T: enum { N1, N2 };
var h: T;
startstate begin undefine h; end;
ruleset n: T do
  rule isundefined(h) ==> begin h := n; end;
end;
ruleset i: 0..0 do invariant "first" isundefined(h) | h != N1; end;
