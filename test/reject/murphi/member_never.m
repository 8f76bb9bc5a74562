-- expect: E033 5:11 t can never be a member of u
type t: enum {A}; u: enum {B};
var v: t;
startstate begin v := A; end;
invariant ismember(v, u);
