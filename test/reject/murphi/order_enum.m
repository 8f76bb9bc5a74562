-- expect: E032 6:13 < works on integers, but an operand is t
-- help: no order
type t: enum {A, B};
var v: t;
startstate begin v := A; end;
invariant v < B;
