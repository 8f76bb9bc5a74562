-- expect: states=2 rules=2 exit=0
-- An undefined member of an enumeration is added to a multiset as it is.
type e: enum {A, B};
var m: multiset [2] of e; x: e; n: 0..1;
startstate "s" begin undefine m; n := 0; end;
rule "add" n = 0 ==> begin multisetadd(x, m); n := 1; end;
rule "back" n = 1 ==> begin undefine m; n := 0; end;
