-- Two-phase commit among equals: whoever begins a transaction coordinates it. Votes are counted, not remembered.
-- true: node=4
const N: 4;
type
  node: scalarset(N);
  stage: enum { idle, voting, decided };
var
  coordinator: node;
  phase: stage;
  yes, answered: 0..N;
  outcome: boolean;
  asked: array [node] of boolean;
  vote: array [node] of enum { none, ok, refuse };
  done: array [node] of enum { open, commit, abort };

procedure reset();
begin
  for n: node do
    asked[n] := false;
    vote[n] := none;
    done[n] := open;
  end;
  phase := idle;
  yes := 0;
  answered := 0;
  outcome := false;
  undefine coordinator;
end;

startstate "idle" reset(); end;

ruleset n: node do
  rule "begin" phase = idle ==>
    coordinator := n;
    phase := voting;
    for m: node do asked[m] := true; end;
  end;
  rule "vote yes" phase = voting & asked[n] & vote[n] = none ==> vote[n] := ok; end;
  rule "vote no" phase = voting & asked[n] & vote[n] = none & n != coordinator ==> vote[n] := refuse; done[n] := abort; end;
  rule "collect" phase = voting & asked[n] & vote[n] != none ==>
    asked[n] := false;
    answered := answered + 1;
    if vote[n] = ok then yes := yes + 1; end;
  end;
  rule "learn" phase = decided & done[n] = open ==>
    if outcome then done[n] := commit; else done[n] := abort; end;
  end;
end;

rule "decide" phase = voting & answered = N ==> outcome := yes = N; phase := decided; end;
rule "decide early" phase = voting & answered > yes ==> outcome := false; phase := decided; end;
rule "again" phase = decided & forall n: node do done[n] != open end ==> reset(); end;

invariant "agreement" forall a: node do forall b: node do done[a] = commit -> done[b] != abort end end;
