-- expect: states=2 rules=2 exit=16
-- verdict missed = fails
-- verdict late = holds
-- verdict all = holds
-- An enumeration without members has no value, and nothing runs over it; a record without fields has one value.

type none: enum {}; unit: record end;
var v: none; u: unit; a: array [0..1] of unit; y: 0..1; r: record n: none; u: unit; k: 0..1; end;
function pass(p: unit; var q: unit): unit; begin return p; end;
startstate begin y := 0; clear v; clear r; clear a; assert isundefined(v) & isundefined(r.n) & r.k = 0; end;
ruleset i: none do
  rule "never" begin error "not reached"; end;
  cover "missed" true;
  liveness "late" false;
  invariant "all" false;
end;
rule "flip" pass(u, a[y]) = a[1] & forall i: none do false end ==> begin
  for i: none do y := y + 1; end;
  y := 1 - y; a[y] := u; u := a[y]; undefine u;
end;
