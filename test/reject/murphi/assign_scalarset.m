-- expect: E033 4:20 cannot assign an integer to p
type p: scalarset(3);
var v: p;
startstate begin v := 1; end;
