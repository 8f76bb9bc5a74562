-- A variable of too many values to be listed is none that the detected group moves, and states keep all of its values.
-- run: check --symmetry=detect
-- says: symmetry: S3 on a
-- says: orbits 4,404 = 8,808 states (gain 2.0 of at most 6)
type P: 0..2;
var a: array[P] of boolean; c: 0..1100;
ruleset v: 0..1100 do startstate for i: P do a[i] := false; end; c := v; end; end;
ruleset i: P do rule "flip" a[i] := !a[i]; end; end;
