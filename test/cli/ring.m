-- Four processes in a ring; each shares a flag with the next one, and writes what it reads.
const N: 4;
type P: 0..N - 1;
var at: array [P] of 0..2; flag: array [P] of boolean;
startstate for p: P do at[p] := 0; flag[p] := false; end; end;
ruleset p: P do
  rule "take" at[p] = 0 & !flag[p] ==> at[p] := 1; flag[p] := true; end;
  rule "pass" at[p] = 1 & !flag[(p + 1) % N] ==> at[p] := 2; flag[p] := false; flag[(p + 1) % N] := true; end;
  rule "end" at[p] = 2 & flag[(p + 1) % N] ==> at[p] := 0; flag[(p + 1) % N] := false; end;
end;
