-- expect: E043 2:19 a scalarset cannot have 0 elements
type s: scalarset(0);
var x: s;
startstate begin end;
