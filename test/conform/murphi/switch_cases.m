-- expect: states=12 rules=14 exit=0
-- Several values in a case, cases that are not constant, no case that fits.

var x: 0 .. 6; y: 0 .. 6;
startstate begin x := 0; y := 5; end;
rule "step"
begin
  switch x
    case 0, 1: x := x + 1;
    case y: x := 6;
    case 2, 3, 4: x := x + 1;
  end;
end;
rule "back" x = 6 ==> begin x := 0; y := y = 5 ? 3 : 5; end;
