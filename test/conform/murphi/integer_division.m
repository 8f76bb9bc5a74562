-- expect: states=15 rules=15 exit=0
-- Division truncates towards zero; the remainder has the sign of the dividend.

var x: -7 .. 7;
startstate begin x := -7; end;
rule "up" x < 7 ==> begin x := x + 1; end;
rule "down" x = 7 ==> begin x := -7; end;
invariant "division by 2" x / 2 * 2 + x % 2 = x;
invariant "sign" x < 0 -> x % 3 <= 0;
invariant "towards zero" (-7) / 2 = -3 & 7 / -2 = -3 & -7 % 2 = -1 & 7 % -2 = 1;
