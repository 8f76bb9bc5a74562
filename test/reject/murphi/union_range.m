-- expect: E046 2:16 boolean cannot be a part of a union
type u: union {boolean, enum {A}};
var x: u;
startstate begin end;
