-- A directory whose network is one queue for each node, an array with a count, as generators print it; invalidations go out in a
-- loop over the sharers, acknowledgements are counted.
-- true: cache=3
const N: 3; Q: 3;
type
  cache: scalarset(N); dirs: enum { dir }; node: union { cache, dirs };
  mtype: enum { GetS, GetM, Inv, InvAck, Data };
  msg: record kind: mtype; src: node; acks: 0..N; end;
  queue: record ind: 0..Q; buf: array [0..Q-1] of msg; end;
  cstate: enum { I, S, M, IS, IM };
var
  net: array [node] of queue;
  c: array [cache] of record st: cstate; need: 0..N; have: 0..N; got: boolean; end;
  d: record st: enum { dI, dS, dM, dBusy }; owner: node; sharers: array [cache] of boolean; end;

procedure send(k: mtype; dst: node; src: node; acks: 0..N);
var m: msg;
begin
  m.kind := k; m.src := src; m.acks := acks;
  alias q: net[dst] do
    assert q.ind < Q "queue is full";
    q.buf[q.ind] := m;
    q.ind := q.ind + 1;
  endalias;
end;

procedure pop(n: node);
begin
  alias q: net[n] do
    for i := 0 to q.ind - 2 do q.buf[i] := q.buf[i + 1]; endfor;
    undefine q.buf[q.ind - 1];
    q.ind := q.ind - 1;
  endalias;
end;

function count(skip: node): 0..N;
var k: 0..N;
begin
  k := 0;
  for n: cache do if d.sharers[n] & n != skip then k := k + 1; endif; endfor;
  return k;
end;

procedure invalidate(req: node);
begin
  for n: cache do
    if d.sharers[n] & n != req then send(Inv, n, req, 0); endif;
  endfor;
end;

procedure done(n: cache);
begin
  if c[n].got & c[n].have = c[n].need then
    c[n].st := M; c[n].got := false; c[n].need := 0; c[n].have := 0;
  endif;
end;

startstate
  for n: node do net[n].ind := 0; for i: 0..Q-1 do undefine net[n].buf[i]; endfor; endfor;
  for n: cache do c[n].st := I; c[n].need := 0; c[n].have := 0; c[n].got := false; d.sharers[n] := false; endfor;
  d.st := dI; undefine d.owner;
endstartstate;

ruleset n: cache do
  rule "load" c[n].st = I & net[dir].ind < Q ==> send(GetS, dir, n, 0); c[n].st := IS; endrule;
  rule "store" (c[n].st = I | c[n].st = S) & net[dir].ind < Q & (forall m: cache do c[m].st != IM end) ==>
    send(GetM, dir, n, 0); c[n].st := IM;
  endrule;
  rule "receive" net[n].ind > 0 ==>
  var m: msg;
  begin
    m := net[n].buf[0];
    switch m.kind
      case Data:
        if c[n].st = IS then c[n].st := S; pop(n);
        else c[n].got := true; c[n].need := m.acks; pop(n); done(n); endif;
      case Inv:
        pop(n);
        if c[n].st = S | c[n].st = M then c[n].st := I; endif;
        send(InvAck, m.src, n, 0);
      case InvAck:
        pop(n); c[n].have := c[n].have + 1; done(n);
      else error "unexpected";
    endswitch;
  endrule;
endruleset;

rule "directory" net[dir].ind > 0 & (forall n: cache do net[n].ind = 0 end) ==>
var m: msg;
begin
  m := net[dir].buf[0];
  pop(dir);
  if m.kind = GetS then
    if d.st = dM then d.sharers[d.owner] := true; c[d.owner].st := S; undefine d.owner; endif;
    d.st := dS; d.sharers[m.src] := true;
    send(Data, m.src, dir, 0);
  else
    if d.st = dM then d.sharers[d.owner] := true; undefine d.owner; endif;
    send(Data, m.src, dir, count(m.src));
    invalidate(m.src);
    for n: cache do d.sharers[n] := false; endfor;
    d.st := dM; d.owner := m.src;
  endif;
endrule;

invariant "one writer"
  forall a: cache do forall b: cache do a != b & c[a].st = M -> c[b].st != M end end;
