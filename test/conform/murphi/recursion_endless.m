-- expect: exit=12
-- verdict no fault = fails
-- A call that comes back to itself with the same parameters and the same state goes on for ever.
var x: 0..1;
function even(n: 0..9): boolean; begin return even(9 - n); end;
startstate x := 0; end;
rule "ask" x = 0 ==> begin if even(3) then x := 1; end; end;
