-- `exists` ends at the first value that decides, so a fault hides behind a smaller one: with a[1] true it holds, and in
-- the image, where a[2] is true, it reads the undefined a[1] first. No symmetry; with a start value there is.
-- order: 1
-- twin: 2 |undefine a;|a[1] := false; a[2] := false;
type P: 1..2;
var a: array [P] of boolean;
startstate begin undefine a; end;
ruleset p: P do rule "set" begin a[p] := true; end; end;
invariant "some" (isundefined(a[1]) & isundefined(a[2])) | (exists p: P do a[p] end);
