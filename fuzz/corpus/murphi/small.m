const N: 3; M: N * 2 - 1;
type p: scalarset(N); e: enum {A, B, C}; r: 0..M; u: union {p, e};
  rec: record a: r; b, c: array [p] of boolean; end;
  net: multiset [2] of rec;
var x: rec; m: net; s: u; n: r;
function f(var a: r; b: r): r; begin a := (a + b) % (M + 1); return a; end;
procedure g(t: u); var l: rec; begin undefine l; s := t; if ismember(s, p) then clear n; elsif s = A then n := 1; else put "x"; end; end;
startstate "s" begin clear x; undefine m; s := A; n := 0; end;
ruleset i: p do alias y: x.b[i]; z: x.c do
  rule "set" !y & n < M ==> var l: rec; begin y := true; z[i] := false; n := f(n, 1); l := x; multisetadd(l, m); g(i); end;
end; end;
choose k: m do rule m[k].a > 0 ==> begin multisetremove(k, m); end; end;
rule multisetcount(k: m, m[k].a = 0) > 1 ==> begin multisetremovepred(k: m, m[k].a = 0); end;
invariant "i" forall i: p do x.b[i] -> n >= 0 end;
cover exists i: p do x.c[i] end;
