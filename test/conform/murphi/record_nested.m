-- expect: states=272 rules=904 exit=0
-- Records in records and arrays; assignment of a whole record copies every field.

type inner: record a: boolean; b: 0..2; end;
     outer: record x: inner; y: array [0..1] of inner; end;
var r: outer; s: outer;
startstate begin clear r; clear s; end;
rule "a" begin r.x.a := !r.x.a; end;
rule "b" r.x.b < 2 ==> begin r.x.b := r.x.b + 1; end;
rule "in" begin r.y[1] := r.x; end;
rule "copy" begin s := r; end;
