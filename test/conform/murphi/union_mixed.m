-- expect: states=149 rules=1121 exit=0
-- Unions as array index, switch value, var parameter and argument that is undefined.

type e: enum {A,B}; p: scalarset(2); u: union {e,p}; 
var x: u; y: u; m: array [u] of u; z: p;
function id(v: u): u; begin return v; end;
procedure two(var v: u; w: u); begin v := w; end;
startstate begin x := A; y := B; for i: u do m[i] := A; end; undefine z; end;
ruleset i: u do
 rule "a" begin switch i case A: x := B; case x: y := i; else x := i; end; m[x] := i; end;
 rule "b" ismember(i, p) ==> begin z := i; two(m[i], undefined); two(m[i], z); x := id(i); end;
 rule "c" !ismember(i, p) & exists k: u do m[k] = i end ==> begin clear x; y := m[i]; end;
end;
invariant "q" forall i: u; j: p do i = j -> ismember(i, p) end;
