-- expect: states=3375 rules=23625 exit=0
-- Sums, products, quotients and remainders at the bounds of the types that they are assigned to: inside nothing is
-- tested, outside is a fault.

type
  signed: -7 .. 7;
  divisor: 1 .. 3;
  third: -2 .. 2;
var x: signed; y: divisor; z: -7 .. 7; r: third;
startstate begin x := -7; y := 1; z := 0; r := 0; end;
rule "up" x < 7 ==> begin x := x + 1; end;
rule "round" x = 7 ==> begin x := -7; end;
rule "divisor" true ==> begin y := y % 3 + 1; end;
rule "remainder" true ==> begin r := x % y; end;
rule "of a product" true ==> begin r := (x * y) % 3; end;
rule "quotient" true ==> begin z := x / y; end;
rule "difference" x > 0 ==> begin z := x - y * 2; end;
rule "negative" true ==> begin z := -x; end;
rule "positive" x >= 0 ==> begin r := (x + 21) % y; end;
invariant "remainder" x % y * 1 = x - x / y * y;
