-- Recovery of a replicated log: the new leader takes the entry with the greatest epoch.
-- true: srv=3 val=2
const N: 3; E: 2; V: 2;
type srv: scalarset(N); val: scalarset(V); ep: 0..E;
var log: array [srv] of record e: ep; v: val; end; cur: ep; leader: srv; acks: array [srv] of boolean; commit: val; alive: array [srv] of boolean;
function quorum(): boolean;
var n: 0..N;
begin
  n := 0;
  for s: srv do if acks[s] then n := n + 1; end; end;
  return n * 2 > N;
end;
procedure recover(l: srv);
var best: srv;
begin
  best := l;
  for s: srv do
    if alive[s] & log[s].e > log[best].e then best := s; end;
  end;
  if log[best].e > 0 then log[l] := log[best]; end;
  for s: srv do acks[s] := s = l; if s != l & alive[s] & log[l].e > 0 then log[s] := log[l]; end; end;
end;
startstate for s: srv do log[s].e := 0; undefine log[s].v; acks[s] := false; alive[s] := true; end; cur := 0; undefine leader; undefine commit; end;
ruleset s: srv do
  rule "elect" isundefined(leader) & cur < E & alive[s] & (forall a: srv do alive[a] end) ==> cur := cur + 1; leader := s; recover(s); end;
  rule "crash" !isundefined(leader) & leader = s ==> undefine leader; end;
  ruleset v: val do
    rule "propose" !isundefined(leader) & leader = s & log[s].e < cur & isundefined(commit) ==> log[s].e := cur; log[s].v := v; for a: srv do acks[a] := a = s; end; end;
  end;
  rule "ack" !isundefined(leader) & leader != s & log[leader].e = cur ==> log[s] := log[leader]; acks[s] := true; end;
end;
rule "commit" !isundefined(leader) & log[leader].e = cur & quorum() & isundefined(commit) ==> commit := log[leader].v; end;
invariant "stable" isundefined(commit) | exists s: srv do log[s].e > 0 & log[s].v = commit end;
