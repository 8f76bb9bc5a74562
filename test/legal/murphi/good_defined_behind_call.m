-- A variable is told by its place in the frame: behind a call as before it, and beside the variables of the state.
-- group: P=S3
-- refused: 0
type P: scalarset (3);
var yes: boolean; f: array [P] of boolean; both: array [0..1] of boolean; ok: boolean;
procedure set(b: boolean); begin yes := b; end;
startstate begin
  for i: 0..1 do set(true); both[i] := true; end;
  for p: P do f[p] := false; end;
  ok := true;
end;
ruleset p: P do rule "turn" true ==> begin f[p] := !f[p]; end; end;
rule "keep" true ==>
var first, second: 0..1;
begin
  first := 1; second := first; undefine second;
  for p: P do ok := f[p] & ok; both[0] := f[p] & both[0]; both[1] := f[p] | both[1]; end;
end;
