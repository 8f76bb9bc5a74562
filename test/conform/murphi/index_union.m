-- expect: exit=12
-- verdict no fault = fails
-- An index that is no value of the index type faults, also where types mix.

type a: enum { Top }; p: scalarset (2); u: union { a, p };
var m: array [p] of boolean; w: u;
startstate begin for i: p do m[i] := false; end; w := Top; end;
ruleset v: u do rule "move" begin w := v; end; end;
rule "write" ismember(w, p) ==> begin m[w] := !m[w]; end;
rule "fault" exists i: p do m[i] end ==> begin m[w] := true; end;
