-- Readers count themselves; the loop over them copies through a local variable.
-- order: 6
-- twin: 2 |!writing & !reading[i]|!writing & !reading[i] & i != 1
-- twin: 2 |invariant "none" writing -> n = 0;|invariant "none" writing -> n = 0; invariant "one" reading[0] -> n > 0;
const N: 3;
type P: 0..N-1;
var reading, was: array[P] of boolean; writing: boolean; n: 0..N;
ruleset i: P do
  rule "begin" !writing & !reading[i] ==> begin reading[i] := true; n := n + 1; end;
  rule "end" reading[i] ==> begin reading[i] := false; n := n - 1; end;
end;
rule "write" !writing & n = 0 ==> var old: boolean; begin
  for i: P do old := reading[i]; was[i] := !was[i] | old; end;
  writing := true;
end;
rule "written" writing ==> begin writing := false; end;
startstate begin for i: P do reading[i] := false; was[i] := false; end; writing := false; n := 0; end;
invariant "none" writing -> n = 0;
