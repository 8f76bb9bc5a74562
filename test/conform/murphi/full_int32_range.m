-- expect: states=3 rules=3 exit=0
-- A local with a range of 2^32 values, of which the two least cannot be stored (W008).
var x: 0..2; 
procedure step();
var big: -2147483648..2147483647;
begin
  big := x + 1;
  x := big % 3;
end;
startstate begin x := 0; end;
rule true ==> begin step(); end;
