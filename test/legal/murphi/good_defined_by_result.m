-- What a function gives as a record is defined where its fields are.
-- group: P=S3
-- refused: 0
type P: scalarset (3); pair: record b: boolean; x: 0..1; end;
var f: array [P] of boolean; r: pair;
function both(): pair; var q: pair; begin q.b := true; q.x := 1; return q; end;
startstate begin for p: P do f[p] := false; end; r := both(); end;
ruleset p: P do rule "on" !f[p] ==> begin f[p] := true; end; end;
rule "again" true ==> begin r := both(); end;
rule "keep" true ==> begin
  for p: P do r.b := f[p] & r.b; end;
end;
