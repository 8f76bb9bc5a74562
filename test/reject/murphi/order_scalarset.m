-- expect: E032 6:13 <= works on integers, but an operand is p
-- help: no order
type p: scalarset(3);
var v: p;
startstate begin undefine v; end;
invariant v <= v;
