-- MSI with a full set of transient states, three-hop forwarding and acknowledgements that the requester counts (after the
-- tables of Sorin, Hill and Wood). Ordered point-to-point network: one FIFO for each receiver, an array with a count.
-- true: proc=2
const PROCS: 2; QUEUE: 4;
type
  proc: scalarset(PROCS);
  cnt: 0..QUEUE;
  msgtype: enum { GetS, GetM, PutS, PutM, FwdGetS, FwdGetM, Inv, PutAck, Data, InvAck };
  home: enum { directory };
  node: union { proc, home };
  message: record mtype: msgtype; src: node; req: node; acks: 0..PROCS; end;
  queue: record len: cnt; at: array [0..QUEUE-1] of message; end;
  cachestate: enum { I, S, M, IS_D, IM_AD, IM_A, SM_AD, SM_A, MI_A, SI_A, II_A };
  dirstate: enum { DI, DS, DM, DS_D };
var
  cache: array [proc] of record st: cachestate; acks: -PROCS..PROCS; end;
  dir: record st: dirstate; owner: node; sharers: array [proc] of boolean; end;
  q: array [node] of queue;

procedure push(n: node; t: msgtype; src: node; req: node; acks: 0..PROCS);
begin
  assert q[n].len < QUEUE "queue is full";
  alias m: q[n].at[q[n].len] do
    m.mtype := t;
    m.src := src;
    m.req := req;
    m.acks := acks;
  end;
  q[n].len := q[n].len + 1;
end;

procedure pop(n: node);
begin
  for i := 0 to QUEUE - 2 do
    q[n].at[i] := q[n].at[i + 1];
  end;
  undefine q[n].at[QUEUE - 1];
  q[n].len := q[n].len - 1;
end;

function sharer_count(except: node): 0..PROCS;
var k: 0..PROCS;
begin
  k := 0;
  for p: proc do
    if dir.sharers[p] & p != except then k := k + 1; end;
  end;
  return k;
end;

procedure invalidate(req: node);
begin
  for p: proc do
    if dir.sharers[p] & p != req then push(p, Inv, directory, req, 0); end;
    dir.sharers[p] := false;
  end;
end;

procedure share(n: node);
begin
  for p: proc do if p = n then dir.sharers[p] := true; end; end;
end;

procedure unshare(n: node);
begin
  for p: proc do if p = n then dir.sharers[p] := false; end; end;
end;

function dir_takes(m: message): boolean;
begin
  switch m.mtype
    case GetS:
      switch dir.st
        case DI, DS: push(m.src, Data, directory, m.src, 0); share(m.src); dir.st := DS;
        case DM:
          push(dir.owner, FwdGetS, directory, m.src, 0);
          share(m.src); share(dir.owner);
          undefine dir.owner;
          dir.st := DS_D;
        else return false;
      end;
    case GetM:
      switch dir.st
        case DI: push(m.src, Data, directory, m.src, 0); dir.owner := m.src; dir.st := DM;
        case DS:
          push(m.src, Data, directory, m.src, sharer_count(m.src));
          invalidate(m.src);
          dir.owner := m.src;
          dir.st := DM;
        case DM: push(dir.owner, FwdGetM, directory, m.src, 0); dir.owner := m.src;
        else return false;
      end;
    case PutS:
      push(m.src, PutAck, directory, m.src, 0);
      unshare(m.src);
      if dir.st = DS & (forall p: proc do !dir.sharers[p] end) then dir.st := DI; end;
    case PutM:
      push(m.src, PutAck, directory, m.src, 0);
      if dir.st = DM & dir.owner = m.src then
        dir.st := DI;
        undefine dir.owner;
      else
        unshare(m.src);
      end;
    case Data:
      if dir.st = DS_D then dir.st := DS; end;
    else
      error "directory: unexpected message";
  end;
  return true;
end;

function cache_takes(p: proc; m: message): boolean;
begin
  alias c: cache[p] do
  switch m.mtype
    case FwdGetS:
      if c.st = M | c.st = MI_A then
        push(m.req, Data, p, m.req, 0);
        push(directory, Data, p, m.req, 0);
        if c.st = M then c.st := S; else c.st := SI_A; end;
      else return false; end;
    case FwdGetM:
      if c.st = M | c.st = MI_A then
        push(m.req, Data, p, m.req, 0);
        if c.st = M then c.st := I; else c.st := II_A; end;
      else return false; end;
    case Inv:
      if c.st = S then c.st := I;
      elsif c.st = SM_AD then c.st := IM_AD;
      elsif c.st = SI_A then c.st := II_A;
      elsif c.st = IS_D then return false;
      end;
      push(m.req, InvAck, p, m.req, 0);
    case PutAck:
      c.st := I;
    case Data:
      if c.st = IS_D then c.st := S;
      else
        c.acks := c.acks + m.acks;
        if c.acks = 0 then c.st := M;
        elsif c.st = IM_AD then c.st := IM_A;
        else c.st := SM_A; end;
      end;
    case InvAck:
      c.acks := c.acks - 1;
      if c.acks = 0 & (c.st = IM_A | c.st = SM_A) then c.st := M; end;
    else error "cache: unexpected message";
  end;
  end;
  return true;
end;

startstate
  for p: proc do cache[p].st := I; cache[p].acks := 0; dir.sharers[p] := false; end;
  dir.st := DI;
  undefine dir.owner;
  undefine q;
  for n: node do q[n].len := 0; end;
end;

ruleset p: proc do
  alias c: cache[p] do
    rule "load" c.st = I & q[directory].len < 2 ==> c.st := IS_D; push(directory, GetS, p, p, 0); end;
    rule "store" (c.st = I | c.st = S) & q[directory].len < 2 ==>
      if c.st = I then c.st := IM_AD; else c.st := SM_AD; end;
      push(directory, GetM, p, p, 0);
    end;
    rule "evict" (c.st = S | c.st = M) & q[directory].len < 2 ==>
      if c.st = S then c.st := SI_A; push(directory, PutS, p, p, 0);
      else c.st := MI_A; push(directory, PutM, p, p, 0); end;
    end;
  end;
  rule "cache receives" q[p].len > 0 ==>
    if cache_takes(p, q[p].at[0]) then pop(p); end;
  end;
end;

rule "directory receives" q[directory].len > 0 ==>
  if dir_takes(q[directory].at[0]) then pop(directory); end;
end;

invariant "SWMR" forall p: proc do forall r: proc do
  p != r & cache[p].st = M -> cache[r].st != M & cache[r].st != S end end;
