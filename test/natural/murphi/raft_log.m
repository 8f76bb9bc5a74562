-- Raft with logs of two entries: append by the leader, the follower's log is compared in a while loop and cut; commit by counting.
-- true: server=3
const N: 3; L: 2; T: 2;
type server: scalarset(N); term: 0..T; idx: 0..L;
  log: record len: idx; at: array [1..L] of term; end;
var
  leader: server; now: term; logs: array [server] of log; commit: idx; up: array [server] of boolean;

function prefix(s: server; t: server): idx;
var i: idx;
begin
  i := 0;
  while i < L & i < logs[s].len & i < logs[t].len & (i = L ? false : logs[s].at[i + 1] = logs[t].at[i + 1]) do
    i := i + 1;
  endwhile;
  return i;
end;

function newer(a: server; b: server): boolean;
var ta, tb: term;
begin
  if logs[a].len = 0 then ta := 0; else ta := logs[a].at[logs[a].len]; endif;
  if logs[b].len = 0 then tb := 0; else tb := logs[b].at[logs[b].len]; endif;
  return ta > tb | (ta = tb & logs[a].len >= logs[b].len);
end;

function votes(s: server): 0..N;
var n: 0..N;
begin
  n := 0;
  for q: server do if up[q] & newer(s, q) then n := n + 1; endif; endfor;
  return n;
end;

procedure advance();
var n: 0..N; i: idx;
begin
  i := commit;
  while i < logs[leader].len do
    i := i + 1; n := 0;
    for q: server do if logs[q].len >= i & prefix(leader, q) >= i then n := n + 1; endif; endfor;
    if 2 * n > N & logs[leader].at[i] = now then commit := i; endif;
  endwhile;
end;

startstate
  for s: server do logs[s].len := 0; for i: 1..L do logs[s].at[i] := 0; endfor; up[s] := true; endfor;
  undefine leader; now := 0; commit := 0;
endstartstate;

ruleset s: server do
  rule "elect" now < T & up[s] & 2 * votes(s) > N ==> leader := s; now := now + 1; endrule;
  rule "down" up[s] & (forall q: server do up[q] end) ==> up[s] := false; if !isundefined(leader) & leader = s then undefine leader; endif; endrule;
  rule "up" !up[s] ==> up[s] := true; endrule;
  rule "client" !isundefined(leader) & leader = s & logs[s].len < L ==>
    logs[s].len := logs[s].len + 1; logs[s].at[logs[s].len] := now;
  endrule;
  rule "replicate" !isundefined(leader) & leader != s & up[s] ==>
  var p: idx;
  begin
    p := prefix(leader, s);
    if p < logs[leader].len then
      for i: 1..L do if i > p + 1 then logs[s].at[i] := 0; endif; endfor;
      logs[s].at[p + 1] := logs[leader].at[p + 1];
      logs[s].len := p + 1;
      advance();
    endif;
  endrule;
endruleset;
invariant "what is committed stays with the leader" isundefined(leader) | logs[leader].len >= commit;
invariant "a majority has what is committed"
  commit = 0 | exists a: server do exists b: server do a != b & logs[a].len >= commit & logs[b].len >= commit end end;
