-- expect: E006 5:21 => has no meaning in Murphi
-- help: implication is ->
var x: 0..2; y: 0..2;
startstate begin x := 0; y := 0; end; rule x < 2 ==> begin x := x + 1; end;
invariant "i" x = 1 => y = 0;
