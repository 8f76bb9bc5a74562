-- group: pid=S3
-- refused: 0
-- A union that is declared twice with the same members: an array over the one is copied to an array over the other.
type pid: scalarset (3); home: enum {here}; one: union {home, pid}; other: union {home, pid};
var g: array [one] of boolean; h: array [other] of boolean;
startstate begin for p: one do g[p] := false; h[p] := false; end; end;
ruleset p: pid do rule "on" !g[p] ==> begin g[p] := true; end; end;
rule "copy" true ==> begin h := g; end;
