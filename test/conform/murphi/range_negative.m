-- expect: states=10 rules=20 exit=0
-- Ranges may start below zero and bounds may be constant expressions.

const Low: -3; Span: 4;
type t: Low .. Low + Span;
var x: t; y: -1 .. 1;
startstate begin x := Low; y := -1; end;
rule "x" x < 1 ==> begin x := x + 1; end;
rule "y" begin y := -y; end;
rule "back" x = Low + Span ==> begin x := Low; end;
invariant "inside" x >= -3 & x <= 1;
