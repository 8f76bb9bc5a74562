-- expect: states=16 rules=40 exit=0
-- Records and arrays are compared as wholes.

type r: record a: boolean; b: 0..1; end;
var x: r; y: r; a: array [0..1] of boolean; b: array [0..1] of boolean;
startstate begin clear x; clear y; clear a; clear b; end;
rule "x" begin x.a := !x.a; end;
rule "y" x != y ==> begin y := x; end;
rule "a" a = b ==> begin a[1] := !a[1]; end;
rule "b" !(a = b) ==> begin b := a; end;
