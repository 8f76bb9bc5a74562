-- Two-phase commit after Gray and Lamport: resource managers, one transaction manager, messages as sets.
-- true: rm=4
const RMS: 4;
type
  rm: scalarset(RMS);
  rm_state: enum { working, prepared, committed, aborted };
var
  state: array [rm] of rm_state;
  tm: enum { init, done_commit, done_abort };
  tm_prepared: array [rm] of boolean;
  msg_prepared: array [rm] of boolean;
  msg_commit, msg_abort: boolean;

startstate begin
  for r: rm do
    state[r] := working;
    tm_prepared[r] := false;
    msg_prepared[r] := false;
  end;
  tm := init;
  msg_commit := false;
  msg_abort := false;
end;

ruleset r: rm do
  rule "tm receives prepared" tm = init & msg_prepared[r] ==> tm_prepared[r] := true; end;
  rule "rm prepares" state[r] = working ==> state[r] := prepared; msg_prepared[r] := true; end;
  rule "rm chooses to abort" state[r] = working ==> state[r] := aborted; end;
  rule "rm commits" msg_commit & state[r] != committed ==> state[r] := committed; end;
  rule "rm aborts" msg_abort & state[r] != aborted ==> state[r] := aborted; end;
end;

rule "tm commits" tm = init & forall r: rm do tm_prepared[r] end ==> tm := done_commit; msg_commit := true; end;
rule "tm aborts" tm = init ==> tm := done_abort; msg_abort := true; end;
rule "idle" tm != init ==> end;

invariant "consistent"
  forall a: rm do forall b: rm do !(state[a] = aborted & state[b] = committed) end end;
cover "all committed" forall r: rm do state[r] = committed end;
