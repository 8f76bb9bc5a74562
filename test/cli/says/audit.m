-- Each exchange of neighbours and the rotation are compared in each state of a sample, of starts, steps and properties.
-- run: check --audit=100 --threads=1 --deadlock=off
-- says: audit: 51 comparisons on 8 states agree with the proof
type P: scalarset (3);
var a: array [P] of boolean;
startstate begin for p: P do a[p] := false; end; end;
ruleset p: P do rule "on" !a[p] ==> begin a[p] := true; end; end;
invariant "free" true;
