-- expect: E037 5:13 this is t, not a record
type t: enum {A};
var v: t;
startstate begin v := A; end;
invariant v.A;
