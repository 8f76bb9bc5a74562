-- expect: exit=12
-- verdict no fault = fails
-- A guard faults for one value of its parameter only, behind a test that is true there.

var x: array [1..3] of 0..1; b: 0..1;
startstate begin for i: 1..3 do x[i] := 0; end; b := 0; end;
rule "on" b = 0 ==> begin b := 1; end;
ruleset i: 1..3 do
  rule "beyond" b = 1 & x[i + 1] = 1 ==> begin b := 0; end;
end;
