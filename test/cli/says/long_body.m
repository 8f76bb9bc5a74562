-- A body with more statements than are looked at stays as it is; the last one names an element.
-- run: symmetry
-- says: rule "long": it has too many statements
type P: 1..2; var a: array [P] of boolean; x: 0..1;
startstate begin for p: P do a[p] := false; end; x := 0; end;
ruleset p: P do rule "set" begin a[p] := !a[p]; end; end;
rule "long" true ==> begin for i: 1..20001 do x := 1 - x; end; a[1] := true; end;
