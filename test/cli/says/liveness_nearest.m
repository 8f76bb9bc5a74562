-- Of several instances of a liveness the nearest violation is reported, not that of the first instance: after 10 steps
-- x[0] is false for ever, after 3 steps x[1].
-- run: check --deadlock=off --engine=explore
-- run: check --deadlock=off --engine=symbolic
-- exit: 13
-- says: VIOLATED liveness_nearest.m:16 at depth 3, i: 1
type I: 0..1;
var n: 0..20; x: array[I] of boolean;
startstate begin n := 0; x[0] := true; x[1] := true; end;
rule "count" n < 20 ==> begin
  n := n + 1;
  if n = 10 then x[0] := false; end;
  if n = 3 then x[1] := false; end;
end;
rule "stay" n = 20 ==> begin n := 20; end;
ruleset i: I do liveness "on" x[i]; end;
