-- expect: states=2 rules=2 exit=0
-- undefine and clear on everything: clear gives the first value of each type.

type p: scalarset (2); e: enum { a, b };
var r: record x: -2 .. 2; y: e; z: boolean; w: p; v: array [0..1] of e; end; done: boolean;
startstate begin done := false; end;
rule "clear" !done ==> begin clear r; done := true; end;
rule "check" done
==> begin assert r.x = -2 & r.y = a & !r.z & r.v[0] = a & r.v[1] = a & !isundefined(r.w); undefine r; done := false; end;
invariant "undefined" done | (isundefined(r.x) & isundefined(r.w) & isundefined(r.v[1]));
