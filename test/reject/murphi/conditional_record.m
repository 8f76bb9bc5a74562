-- expect: E034 8:28 ?: chooses between simple values here
-- help: local variable
-- expect: E034 8:59 ?: chooses between simple values here
var r, q: record a: boolean; end; m: multiset [2] of record a: boolean; end;
function f(x: record a: boolean; end): boolean; begin return x.a; end;
function g(x: boolean; y: record a: boolean; end): boolean; begin return x; end;
startstate begin clear r; q := true ? r : r; end;
rule begin if g(f(r), (r.a ? r : q)) then multisetadd(r.a ? r : q, m); end; end;
invariant (r.a ? r : q) = r;
