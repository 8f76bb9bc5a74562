-- expect: E006 11:25 => has no meaning in Murphi
-- help: implication is ->
-- expect: E006 12:13 <> has no meaning in Murphi
-- help: not equal is !=
-- expect: E006 13:38 += has no meaning in Murphi
-- help: n := n + 1
-- expect: E006 14:1 // has no meaning in Murphi
-- help: a comment begins with --
-- expect: E006 16:24 => has no meaning in Murphi
-- help: at least is >=
var x: 0..2; rule x < 2 => begin x := x + 1; end;
rule "ne" x <> 1 ==> begin x := 1; end;
rule "add" x = 1 ==> begin x := 0; x += 1; end;
// a comment, not a declaration
startstate begin x := 0; end;
invariant "at least" x => 1;
