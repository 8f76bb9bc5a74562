-- expect: states=3 rules=3 exit=0
-- The element is evaluated before its place in the multiset is chosen: the call adds an entry too, and none is lost.

type col: enum {red, blue};
var m: multiset [3] of col; n: 0..2;
function f(): col; begin n := 1; multisetadd(red, m); return blue; end;
startstate begin n := 0; undefine m; end;
rule "add" n = 0 ==> begin multisetadd(f(), m); end;
rule "on" n = 1 ==> begin n := 2; end;
rule "back" n = 2 ==> begin n := 1; end;
invariant "two" n > 0 -> multisetcount(i: m, true) = 2;
