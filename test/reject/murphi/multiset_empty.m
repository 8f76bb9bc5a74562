-- expect: E043 2:17 a multiset cannot hold 0 entries
var m: multiset[0] of boolean;
startstate begin end;
