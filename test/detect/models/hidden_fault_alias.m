-- As hidden_fault.m, in a guard that reaches the array by an alias: which slots that reads is not known.
-- order: 1
-- twin: 2 |undefine a;|for p: P do a[p] := false; end;
type P: 1..2;
var b, a: array [P] of boolean; done: boolean;
startstate begin for p: P do b[p] := true; end; undefine a; done := false; end;
ruleset p: P do rule "set" begin a[p] := true; end; end;
alias x: a do
  rule "look" (exists p: P do !isundefined(x[p]) end) & (exists p: P do x[p] end) ==> begin done := true; end;
end;
ruleset p: P do invariant "b" b[p] end;
