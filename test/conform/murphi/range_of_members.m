-- expect: states=4 rules=6 exit=0
-- As the bound of a range or a loop a member of an enumeration stands for its position.

type e: enum {A, B, C, D}; s: B .. C;
var x: s; z: array [false .. B] of 0..1; n: 0..9;
startstate begin x := 1; clear z; n := 0; end;
rule "turn" begin x := 3 - x; end;
rule "count" n = 0 ==> begin for i := A to D by B do n := n + i; end; z[1] := 1; end;
