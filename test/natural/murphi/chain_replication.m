-- Chain replication: servers stand in a chain that is kept by pointers; the head takes writes, the tail answers reads; servers
-- fail and are unlinked by searching who points to them.
-- true: server=3 value=2
const N: 3; V: 2;
type server: scalarset(N); value: scalarset(V);
var
  head, tail: server;
  next: array [server] of server;
  alive: array [server] of boolean;
  store: array [server] of value;
  pending: array [server] of record full: boolean; val: value; end;
  committed: value;
  n_alive: 0..N;

procedure forward(s: server; v: value);
begin
  store[s] := v;
  if s = tail then committed := v;
  else pending[next[s]].full := true; pending[next[s]].val := v; endif;
end;

function before(s: server): server;
var p: server;
begin
  undefine p;
  for q: server do if alive[q] & !isundefined(next[q]) & next[q] = s then p := q; endif; endfor;
  return p;
end;

procedure unlink(s: server);
var p: server;
begin
  if s = head then head := next[s];
  else
    p := before(s);
    if s = tail then tail := p; undefine next[p]; committed := store[p];
    else
      next[p] := next[s];
      pending[next[s]].full := true; pending[next[s]].val := store[p];
    endif;
  endif;
  alive[s] := false; undefine next[s]; undefine store[s];
  pending[s].full := false; undefine pending[s].val;
  n_alive := n_alive - 1;
end;

ruleset v: value do
startstate
begin
  for s: server do
    alive[s] := true; store[s] := v; pending[s].full := false; undefine pending[s].val; undefine next[s];
  endfor;
  for s: server do
    if isundefined(head) then head := s; else next[tail] := s; endif;
    tail := s;
  endfor;
  committed := v; n_alive := N;
endstartstate;
endruleset;

ruleset v: value do
  rule "write" forall s: server do !pending[s].full end ==> forward(head, v); endrule;
endruleset;
ruleset s: server do
  rule "pass on" alive[s] & pending[s].full ==>
  var v: value;
  begin
    v := pending[s].val;
    pending[s].full := false; undefine pending[s].val;
    forward(s, v);
  endrule;
  rule "fail" alive[s] & n_alive > 1 & (forall q: server do !pending[q].full end) ==> unlink(s); endrule;
endruleset;
invariant "the tail has what is committed" store[tail] = committed | exists s: server do pending[s].full end;
invariant "head and tail are alive" alive[head] & alive[tail];
