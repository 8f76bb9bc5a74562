-- Steps that write to one of several places are one rule where processes are counted: from each state one leads on.
-- run: check --engine=symbolic --symbolic-symmetry=counter
-- says: deadlock no deadlock HOLDS
-- says: orbits 16 = 32 states (gain 2.0 of at most 6) transitions 48 = 96
type p: scalarset(3); c: 0..3;
var a: array[p] of boolean; g: array [c] of boolean; k: c;
startstate for i: p do a[i] := false; end; for i: c do g[i] := false; end; k := 0; end;
ruleset i: p do rule "put" g[k] := !g[k]; a[i] := !a[i]; k := (k + 1) % 4; end; end;
