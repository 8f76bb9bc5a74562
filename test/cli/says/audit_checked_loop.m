-- The audit tests the proof of the transitions, which rests on a checked loop, also where the liveness property leaves
-- the run no group.
-- run: check --audit=10 --deadlock=off
-- exit: 13
-- says: states agree with the proof
type
  pid: scalarset(2);
var
  last: pid;
  a: array [pid] of pid;
startstate
  for p: pid do last := p; end;
end;
rule "order matters"
  for p: pid do
    a[last] := p;
    last := p;
  end;
end;
ruleset p: pid do
  liveness "never" false;
end;
