-- Mutual exclusion by permission after Ricart and Agrawala; requests carry a small time stamp. A tie is decided by who is asked
-- last: the one that has already answered gives way.
-- true: proc=3
const N: 3; T: 2;
type proc: scalarset(N); time: 0..T;
var
  clock: time;
  want: array [proc] of time;      -- 0: does not want
  ok: array [proc] of array [proc] of boolean;
  deferred: array [proc] of array [proc] of boolean;
  in_cs: array [proc] of boolean;
startstate
  clock := 0;
  for p: proc do want[p] := 0; in_cs[p] := false; for q: proc do ok[p][q] := false; deferred[p][q] := false; end; end;
end;
ruleset p: proc do
  rule "request" want[p] = 0 & clock < T ==> clock := clock + 1; want[p] := clock; ok[p][p] := true; end;
  rule "enter" want[p] > 0 & !in_cs[p] & forall q: proc do ok[p][q] end ==> in_cs[p] := true; end;
  rule "leave" in_cs[p] ==>
    in_cs[p] := false;
    want[p] := 0;
    for q: proc do
      ok[p][q] := false;
      if deferred[p][q] then ok[q][p] := true; deferred[p][q] := false; end;
    end;
    if forall q: proc do want[q] = 0 end then clock := 0; end;
  end;
end;
ruleset p: proc; q: proc do
  rule "answer" p != q & want[q] > 0 & !ok[q][p] & !deferred[p][q] ==>
    if in_cs[p] | (want[p] > 0 & want[p] < want[q]) then deferred[p][q] := true; else ok[q][p] := true; end;
  end;
end;
invariant "exclusion" forall p: proc do forall q: proc do in_cs[p] & in_cs[q] -> p = q end end;
