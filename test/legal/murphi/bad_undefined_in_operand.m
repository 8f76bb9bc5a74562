-- group: P=none
-- refused: P line 12 fixed 3
-- exit: 12
-- A function that leaves a variable undefined is called within an operand.
type P: scalarset (3);
var ok: boolean; f: array [P] of boolean; x: 0..3;
function drop(): 0..1; begin undefine ok; return 1; end;
startstate begin for p: P do f[p] := false; end; ok := true; x := 0; end;
ruleset p: P do rule "on" !f[p] ==> begin f[p] := true; end; end;
rule "drop" true ==> begin x := 1 + drop(); end;
rule "keep" true ==> begin
  for p: P do ok := f[p] & ok; end;
end;
