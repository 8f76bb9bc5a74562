-- A ticket lock; counters wrap around.
-- true: proc=4
const N: 4; M: N + 1;
type proc: scalarset(N); num: 0..M-1;
var next_ticket, now_serving: num;
    my: array [proc] of num;
    pc: array [proc] of enum { away, spin, crit };
startstate next_ticket := 0; now_serving := 0; for p: proc do undefine my[p]; pc[p] := away; end; end;
ruleset p: proc do
  rule "fetch and increment" pc[p] = away ==>
    my[p] := next_ticket; next_ticket := (next_ticket + 1) % M; pc[p] := spin;
  end;
  rule "enter" pc[p] = spin & my[p] = now_serving ==> pc[p] := crit; end;
  rule "exit" pc[p] = crit ==> now_serving := (now_serving + 1) % M; pc[p] := away; undefine my[p]; end;
end;
invariant "exclusion" forall p: proc do forall q: proc do pc[p] = crit & pc[q] = crit -> p = q end end;
