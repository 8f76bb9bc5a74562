-- Lamport's mutual exclusion with bounded clocks; channels are queues, which lose what does not fit.
-- true: pid=3
const N: 3; C: 1; Q: 2;
type pid: scalarset(N); clock: 0..C;
  kind: enum { req, ack, rel };
  msg: record k: kind; ts: clock; end;
  chan: record n: 0..Q; at: array [0..Q-1] of msg; end;
var net: array [pid] of array [pid] of chan; ts: array [pid] of clock; want: array [pid] of boolean;
  acked: array [pid] of array [pid] of boolean; known: array [pid] of array [pid] of record on: boolean; ts: clock; end; crit: array [pid] of boolean;
function mk(k: kind; t: clock): msg;
var m: msg;
begin m.k := k; m.ts := t; return m; end;
procedure enqueue(var c: chan; m: msg);
begin
  if c.n = Q then return; end;
  c.at[c.n] := m; c.n := c.n + 1;
end;
function get(var c: chan): msg;
var m: msg;
begin
  m := c.at[0];
  for i := 0 to Q - 2 do c.at[i] := c.at[i+1]; end;
  undefine c.at[Q-1];
  c.n := c.n - 1;
  return m;
end;
function first(p: pid): boolean;
begin
  for q: pid do
    if q != p & known[p][q].on & known[p][q].ts < ts[p] then return false; end;
  end;
  return true;
end;
procedure broadcast(p: pid; k: kind);
begin
  for q: pid do
    if q != p then enqueue(net[p][q], mk(k, ts[p])); end;
  end;
end;
startstate
  for p: pid do
    ts[p] := 0; want[p] := false; crit[p] := false;
    for q: pid do undefine net[p][q]; net[p][q].n := 0; acked[p][q] := false; known[p][q].on := false; known[p][q].ts := 0; end;
  end;
end;
ruleset p: pid do
  alias me: acked[p] do
  rule "request" !want[p] & ts[p] < C ==>
    want[p] := true; ts[p] := ts[p] + 1;
    for q: pid do me[q] := q = p; end;
    broadcast(p, req);
  end;
  rule "enter" want[p] & !crit[p] & (forall q: pid do me[q] end) & first(p) ==> crit[p] := true; end;
  rule "leave" crit[p] ==> crit[p] := false; want[p] := false; broadcast(p, rel); end;
  end;
  ruleset q: pid do
    rule "receive" net[q][p].n > 0 ==>
    var m: msg;
    begin
      m := get(net[q][p]);
      switch m.k
      case req: known[p][q].on := true; known[p][q].ts := m.ts; enqueue(net[p][q], mk(ack, ts[p]));
      case ack: acked[p][q] := true;
      case rel: known[p][q].on := false;
      end;
    end;
  end;
end;
