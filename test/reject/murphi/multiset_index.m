-- expect: E035 5:13 a multiset is indexed by one of its entries
-- help: choose
var m: multiset[2] of 0..1;
startstate begin undefine m; end;
invariant m[0] = 0;
