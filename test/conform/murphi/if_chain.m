-- expect: states=10 rules=20 exit=0
-- if, elsif, else; an else belongs to its own if.

var x: 0 .. 4; y: boolean;
startstate begin x := 0; y := false; end;
rule "go"
begin
  if x = 0 then x := 1;
  elsif x = 1 then if y then x := 4; else x := 2; end;
  elsif x = 2 then x := 3;
  else x := 0;
  end;
end;
rule "flip" begin y := !y; end;
