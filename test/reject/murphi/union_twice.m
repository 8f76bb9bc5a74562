-- expect: E046 2:36 s is already a part of this union
type s: scalarset(2); u: union {s, s};
var x: u;
startstate begin end;
