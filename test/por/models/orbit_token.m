-- verdict: 12
-- steps at most 30: --por=stubborn --por-chains=on
-- A token that goes from one process to the other: each of the two instances of the rule is on the cycle of states, but
-- the representatives of these are one state with a loop by one of the instances. So rules of which instances are renamed
-- are sticky as a whole (a false HOLDS otherwise).
-- Chains of single steps end where they come back to a state (a trace of 1,809 steps otherwise).
type proc : scalarset(2);
var token : proc; y : 0..8; done : boolean;
ruleset p : proc do
  startstate begin token := p; y := 0; done := false; end;
end;
ruleset q : proc; p : proc do
  rule "pass" p != q & token = p ==> begin token := q; end;
end;
ruleset i : 0..7 do
  rule "count" y = i ==> begin y := i + 1; end;
end;
rule "finish" y = 8 & !done ==> begin done := true; end;
invariant "not done" !done;
