-- An arbiter that grants to the first process that asks, in the order of the loop: the order is a priority.
-- true: proc=1
const N: 3;
type proc: scalarset(N);
var req, busy: array [proc] of boolean; grant: proc;
startstate for p: proc do req[p] := false; busy[p] := false; end; undefine grant; end;
ruleset p: proc do
  rule "request" !req[p] & !busy[p] ==> req[p] := true; end;
  rule "go" !isundefined(grant) & grant = p ==> busy[p] := true; req[p] := false; undefine grant; end;
  rule "end" busy[p] ==> busy[p] := false; end;
end;
rule "arbitrate" isundefined(grant) & (exists p: proc do req[p] end) & (forall p: proc do !busy[p] end) ==>
  for p: proc do
    if req[p] & isundefined(grant) then grant := p; end;
  end;
end;
invariant "one is busy" forall p: proc do forall q: proc do busy[p] & busy[q] -> p = q end end;
