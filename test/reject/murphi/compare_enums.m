-- expect: E033 5:13 cannot compare t with u
type t: enum {A}; u: enum {B};
var v: t;
startstate begin v := A; end;
invariant v = B;
