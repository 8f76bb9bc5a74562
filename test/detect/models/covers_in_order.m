-- Which cover statement is met first depends on the place of the one that is on; both are met in each step.
-- order: 24
var on: array [0..3] of boolean; x: 0..1;
startstate begin for i: 0..3 do on[i] := false; end; x := 0; end;
ruleset i: 0..3 do rule "set" begin for j: 0..3 do on[j] := j = i; end; end; end;
rule "look" exists i: 0..3 do on[i] end ==> begin
  for i: 0..3 do if on[i] then cover "on" true; else cover "off" true; end; end;
  x := 1 - x;
end;
