-- expect: states=6 rules=12 exit=0
-- Assigning from an undefined variable copies that it is undefined; only its use is a fault.

type p: scalarset (2); r: record a: 0..1; b: p; end;
var x: 0..3; y: 0..3; s: r; t: r;
startstate begin x := 0; end;
rule "copy" begin x := y; s.a := t.a; s.b := t.b; end;
rule "define" isundefined(y) ==> begin y := 2; t.a := 1; end;
rule "undefine" !isundefined(y) ==> begin undefine y; undefine t; end;
invariant "copied" isundefined(s.b);
