-- A lock with aging: the one waiter of the highest priority is woken; waiters of the lowest one are boosted.
-- true: th=3
const N: 3;
type th: scalarset(N);
var waiting: array [th] of boolean; owner: record who: th; depth: 0..2; end; tokens: 0..N; prio: array [th] of 0..2;
function wakeable(): boolean;
var c: 0..N;
begin
  c := 0;
  for t: th do if waiting[t] then c := c + 1; if c > 1 then return false; end; end; end;
  return c = 1;
end;
procedure wake();
var best: 0..2; n: 0..N;
begin
  best := 0; n := 0;
  for t: th do if waiting[t] & prio[t] > best then best := prio[t]; end; end;
  for t: th do if waiting[t] & prio[t] = best then n := n + 1; end; end;
  if n = 1 then
    for t: th do
      if waiting[t] & prio[t] = best then
        waiting[t] := false; owner.who := t; owner.depth := 1;
      end;
    end;
  end;
end;
procedure boost();
var m: 0..2;
begin
  m := 2;
  for t: th do if waiting[t] then m := prio[t] < m ? prio[t] : m; end; end;
  for t: th do if waiting[t] & prio[t] = m & prio[t] < 2 then prio[t] := prio[t] + 1; end; end;
end;
startstate for t: th do waiting[t] := false; prio[t] := 1; end; undefine owner.who; owner.depth := 0; tokens := N; end;
ruleset t: th do
  rule "lock" !waiting[t] & (isundefined(owner.who) | owner.who != t) ==> waiting[t] := true; if isundefined(owner.who) & wakeable() then wake(); end; end;
  rule "unlock" !isundefined(owner.who) & owner.who = t ==> undefine owner.who; owner.depth := 0; prio[t] := 0; wake(); end;
  rule "age" waiting[t] ==> boost(); end;
end;
