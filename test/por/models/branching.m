-- What remains possible is not kept by a choice of a transition with several outcomes. verdict: 0
-- args: --deadlock=off --ctl=EF((EF{at=x})&(EF{at=y})&!(EF{at=p})&!(EF{at=q}))
-- Jha's thesis, theorem 5.3.3, which is false as printed for actions with several outcomes: a and d are independent, and a
-- alone would be taken in s0.
type node: enum {s0, s1, s2, t0, t1, t2, p, q, x, y};
var at: node;
startstate begin at := s0; end;
rule "a to 1" at = s0 ==> begin at := s1; end;
rule "a to 2" at = s0 ==> begin at := s2; end;
rule "d" at = s0 ==> begin at := t0; end;
rule "a to 1 behind d" at = t0 ==> begin at := t1; end;
rule "a to 2 behind d" at = t0 ==> begin at := t2; end;
rule "d to 1" at = s1 | at = s2 ==> begin at := t1; end;
rule "d to 2" at = s1 | at = s2 ==> begin at := t2; end;
rule "b" at = s1 ==> begin at := p; end;
rule "c" at = s2 ==> begin at := q; end;
rule "f" at = t1 ==> begin at := x; end;
rule "h" at = t2 ==> begin at := y; end;
