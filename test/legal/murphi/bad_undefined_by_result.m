-- group: P=none
-- refused: P line 12 fixed 3
-- exit: 12
-- A function that leaves a variable undefined gives a record, of which a field is read.
type P: scalarset (3); pair: record b: boolean; x: 0..1; end;
var ok: boolean; f: array [P] of boolean; r: pair;
function both(): pair; var q: pair; begin undefine ok; q.b := true; q.x := 1; return q; end;
startstate begin for p: P do f[p] := false; end; ok := true; r.b := true; r.x := 0; end;
ruleset p: P do rule "on" !f[p] ==> begin f[p] := true; end; end;
rule "drop" true ==> begin r := both(); end;
rule "keep" true ==> begin
  for p: P do ok := f[p] & ok; end;
end;
