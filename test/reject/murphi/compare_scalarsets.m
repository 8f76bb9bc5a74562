-- expect: E033 5:13 cannot compare p with q
type p: scalarset(2); q: scalarset(2);
var v: p; w: q;
startstate begin undefine v; undefine w; end;
invariant v != w;
