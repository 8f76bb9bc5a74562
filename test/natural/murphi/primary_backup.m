-- Primary and backups with views; the service picks any live replica as the next primary.
-- true: replica=3 value=2
const REPLICAS: 3; VALUES: 2;
type replica: scalarset(REPLICAS); value: scalarset(VALUES);
var alive, synced: array [replica] of boolean; store: array [replica] of value; primary: replica;
    committed: value; pending: value; acks: array [replica] of boolean; crashes: 0..REPLICAS-1;
ruleset p: replica; v: value do startstate
  for r: replica do alive[r] := true; synced[r] := true; store[r] := v; acks[r] := false; end;
  primary := p; committed := v; undefine pending; crashes := 0;
end; end;
ruleset v: value do
  rule "client writes" isundefined(pending) & alive[primary] ==>
    pending := v;
    store[primary] := v;
    for r: replica do acks[r] := r = primary; end;
  end;
end;
ruleset r: replica do
  rule "replicate" !isundefined(pending) & alive[primary] & alive[r] & !acks[r] ==> store[r] := pending; acks[r] := true; end;
  rule "crash" alive[r] & crashes < REPLICAS - 1 ==>
    alive[r] := false; synced[r] := false; undefine store[r]; acks[r] := false; crashes := crashes + 1;
  end;
  rule "take over" !alive[primary] & alive[r] ==>
    primary := r;
    if !isundefined(pending) then
      pending := store[r];
      for s: replica do acks[s] := s = r; end;
    end;
  end;
end;
rule "commit" !isundefined(pending) & alive[primary] & forall r: replica do alive[r] -> acks[r] end ==>
  committed := pending; undefine pending;
end;
rule "idle" true ==> end;
invariant "the primary has what is committed" (alive[primary] & isundefined(pending)) -> store[primary] = committed;
