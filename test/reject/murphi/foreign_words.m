-- expect: E011 11:73 expected ==> after the condition before and
-- help: and is written &
-- expect: E010 12:17 before or
-- help: or is written |
-- expect: E011 13:10 before x
-- help: not is written !
-- expect: E016 14:39 expected ; before mod
-- help: the remainder is written %
-- expect: E011 15:11 before in
-- help: a name is bound with a colon
var x: 0..2; type t: 0..1; startstate begin x := 0; end; rule "a" x = 0 and x < 2 ==> begin x := 1; end;
invariant x = 0 or x = 1;
rule not x = 0 ==> begin x := 0; end;
rule "m" x = 1 ==> begin x := (x + 1) mod 2; end;
ruleset p in t do rule "p" x = p ==> begin x := 0; end; end;
