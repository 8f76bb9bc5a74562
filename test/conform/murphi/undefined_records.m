-- expect: states=9 rules=30 exit=0
-- Copying a record or an array keeps what is undefined; comparison sees it.

type r: record a: boolean; b: 0..1; end;
var x: r; y: r; z: array [0..1] of r;
startstate begin y.b := 1; end;
rule "copy" begin x := y; end;
rule "into" begin z[1] := x; end;
rule "define" begin y.a := true; end;
rule "back" x = y & !isundefined(y.a) ==> begin undefine y; undefine x; undefine z; y.b := 1; end;
