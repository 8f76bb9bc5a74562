-- Of two writes to a local variable the last one counts, so its values belong together: sides are exchanged as a whole.
-- order: 2
-- twin: 1 |if a[s] = 2 then|if a[s] = 2 & s = 0 then
type Side: 0..1; Kind: 1..2;
var x, u: array [Side] of array [Kind] of boolean;
startstate begin for s: Side do for k: Kind do x[s][k] := false; u[s][k] := false; end; end; end;
ruleset s: Side; k: Kind do
  rule "turn" begin x[s][k] := !x[s][k]; end;
end;
rule "go"
var a: array [Side] of 0..2;
begin
  for s: Side do a[s] := 0; end;
  for s: Side do if x[s][1] then a[s] := 1; end; end;
  for s: Side do if x[s][2] then a[s] := 2; end; end;
  for s: Side do if a[s] = 1 then u[s][1] := !u[s][1]; end; end;
  for s: Side do if a[s] = 2 then u[s][2] := !u[s][2]; end; end;
end;
