-- expect: states=3 rules=3 exit=0
-- return ends a rule.

var x: 0 .. 3;
startstate begin x := 0; return; x := 3; end;
rule "go"
begin
  x := (x + 1) % 3;
  for i: 0..3 do if i = 2 then return; end; end;
  x := 3;
end;
