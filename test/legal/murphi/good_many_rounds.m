-- group: P=S3
-- refused: 0
-- A loop of 64 rounds, which are as many as are run one by one: behind it all of the array is defined.
type P: scalarset (3); number: 0..63;
var f: array [P] of boolean; ok: array [number] of boolean;
procedure fill(last: number); begin for k := 0 to last do ok[k] := true; end; end;
startstate begin for p: P do f[p] := false; end; fill(63); end;
ruleset p: P do rule "on" !f[p] ==> begin f[p] := true; end; end;
rule "keep" true ==> begin
  for p: P do ok[63] := f[p] & ok[63]; end;
end;
