-- expect: states=2 rules=2 exit=0
-- A loop may take many rounds.
var x: 0..1;
startstate x := 0; end;
rule "long" x = 0 ==>
var i: 0..2000000;
begin
  i := 0;
  while i < 2000000 do i := i + 1; end;
  x := 1;
end;
rule "back" x = 1 ==> begin x := 0; end;
