-- expect: exit=12 states=3 rules=3
-- verdict no fault = fails
-- Constant expressions without a value are faults where they are evaluated, and nothing elsewhere.

var x: 0..3;
startstate begin x := 0; end;
rule begin
  x := x + 1;
  if x = 0 then x := 1 / 0; x := 5 % 0; x := -9223372036854775807 - 5; end;
  if x = 3 then x := 1 - 1 / (1 - 1); end;
end;
