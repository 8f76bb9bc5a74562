-- expect: exit=12
-- verdict no fault = fails
-- A function that ends without return is a fault.

var x: 0 .. 2;
function bad(n: 0..2): 0..2;
begin
  if n < 2 then return n + 1; end;
end;
startstate begin x := 0; end;
rule "go" begin x := bad(x); end;
