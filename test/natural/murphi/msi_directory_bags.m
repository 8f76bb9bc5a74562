-- MSI with a directory, blocking at home, three hops hidden at home: after the common skeleton of architecture courses.
-- Sharers are a multiset; the network is one multiset for each node.
-- true: Proc=2 Value=1
-- exit: 12
const
  ProcCount: 2;
  ValueCount: 1;
  NetMax: ProcCount + 4;

type
  Proc: scalarset(ProcCount);
  Value: scalarset(ValueCount);
  Home: enum { HomeType };
  Node: union { Home, Proc };

  MessageType: enum { GetS, GetM, PutM, Data, Inv, InvAck, Recall, RecallData, PutAck };

  Message: record
    mtype: MessageType;
    src: Node;
    val: Value;
  end;

  HomeState: record
    state: enum { H_I, H_S, H_M, H_WaitS, H_WaitM };
    owner: Node;
    sharers: multiset [ProcCount] of Node;
    req: Node;
    acks: 0..ProcCount;
    val: Value;
  end;

  ProcState: record
    state: enum { P_I, P_S, P_M, P_IS, P_IM, P_MI };
    val: Value;
  end;

var
  HomeNode: HomeState;
  Procs: array [Proc] of ProcState;
  Net: array [Node] of multiset [NetMax] of Message;
  msg_processed: boolean;
  LastWrite: Value;

procedure Send(mtype: MessageType; dst: Node; src: Node; val: Value);
var msg: Message;
begin
  Assert (MultiSetCount(i: Net[dst], true) < NetMax) "Too many messages";
  msg.mtype := mtype;
  msg.src := src;
  msg.val := val;
  MultiSetAdd(msg, Net[dst]);
end;

procedure AddToSharersList(n: Node);
begin
  if MultiSetCount(i: HomeNode.sharers, HomeNode.sharers[i] = n) = 0 then
    MultiSetAdd(n, HomeNode.sharers);
  endif;
end;

function IsSharer(n: Node): boolean;
begin
  return MultiSetCount(i: HomeNode.sharers, HomeNode.sharers[i] = n) > 0;
end;

procedure RemoveFromSharersList(n: Node);
begin
  MultiSetRemovePred(i: HomeNode.sharers, HomeNode.sharers[i] = n);
end;

-- sends Inv to all sharers but the requester
procedure SendInvReqToSharers(rqst: Node);
begin
  HomeNode.acks := 0;
  for n: Node do
    if (IsMember(n, Proc) & MultiSetCount(i: HomeNode.sharers, HomeNode.sharers[i] = n) != 0) then
      if n != rqst then
        Send(Inv, n, HomeType, UNDEFINED);
        HomeNode.acks := HomeNode.acks + 1;
      endif;
    endif;
  endfor;
end;

procedure GrantM(n: Node);
begin
  HomeNode.owner := n;
  HomeNode.state := H_M;
  undefine HomeNode.sharers;
  undefine HomeNode.req;
  Send(Data, n, HomeType, HomeNode.val);
end;

procedure HomeReceive(msg: Message);
var cnt: 0..ProcCount;
begin
  msg_processed := true;
  cnt := MultiSetCount(i: HomeNode.sharers, true);
  switch HomeNode.state
  case H_I:
    if msg.mtype = GetS then
      HomeNode.state := H_S;
      AddToSharersList(msg.src);
      Send(Data, msg.src, HomeType, HomeNode.val);
    elsif msg.mtype = GetM then
      GrantM(msg.src);
    else
      error "home: unhandled in I";
    endif;
  case H_S:
    Assert (cnt != 0) "no sharers in S";
    if msg.mtype = GetS then
      AddToSharersList(msg.src);
      Send(Data, msg.src, HomeType, HomeNode.val);
    elsif msg.mtype = GetM then
      SendInvReqToSharers(msg.src);
      if HomeNode.acks = 0 then
        GrantM(msg.src);
      else
        HomeNode.req := msg.src;
        HomeNode.state := H_WaitM;
      endif;
    else
      error "home: unhandled in S";
    endif;
  case H_M:
    Assert (IsUndefined(HomeNode.owner) = false) "no owner in M";
    switch msg.mtype
    case GetS:
      Send(Recall, HomeNode.owner, HomeType, UNDEFINED);
      HomeNode.req := msg.src;
      HomeNode.state := H_WaitS;
    case GetM:
      if msg.src != HomeNode.owner then
        Send(Recall, HomeNode.owner, HomeType, UNDEFINED);
        HomeNode.req := msg.src;
        HomeNode.acks := 1;
        HomeNode.state := H_WaitM;
      else
        msg_processed := false;    -- its writeback is on the way
      endif;
    case PutM:
      HomeNode.val := msg.val;
      HomeNode.state := H_I;
      undefine HomeNode.owner;
      Send(PutAck, msg.src, HomeType, UNDEFINED);
    else
      error "home: unhandled in M";
    endswitch;
  case H_WaitS:
    switch msg.mtype
    case RecallData:
      HomeNode.val := msg.val;
      undefine HomeNode.owner;
      HomeNode.state := H_S;
      AddToSharersList(HomeNode.req);
      Send(Data, HomeNode.req, HomeType, HomeNode.val);
      undefine HomeNode.req;
    case PutM:
      HomeNode.val := msg.val;
      undefine HomeNode.owner;
      HomeNode.state := H_S;
      AddToSharersList(HomeNode.req);
      Send(PutAck, msg.src, HomeType, UNDEFINED);
      Send(Data, HomeNode.req, HomeType, HomeNode.val);
      undefine HomeNode.req;
    else
      msg_processed := false;
    endswitch;
  case H_WaitM:
    switch msg.mtype
    case InvAck:
      RemoveFromSharersList(msg.src);
      HomeNode.acks := HomeNode.acks - 1;
      if HomeNode.acks = 0 then
        GrantM(HomeNode.req);
      endif;
    case RecallData, PutM:
      HomeNode.val := msg.val;
      if msg.mtype = PutM then Send(PutAck, msg.src, HomeType, UNDEFINED); endif;
      HomeNode.acks := HomeNode.acks - 1;
      GrantM(HomeNode.req);
    else
      msg_processed := false;
    endswitch;
  endswitch;
end;

procedure ProcReceive(msg: Message; p: Proc);
begin
  msg_processed := true;
  alias ps: Procs[p].state do
  alias pv: Procs[p].val do
  switch msg.mtype
  case Data:
    pv := msg.val;
    if ps = P_IS then
      ps := P_S;
    else
      Assert (ps = P_IM) "data without a request";
      ps := P_M;
      LastWrite := pv;
    endif;
  case Inv:
    if ps = P_S then
      ps := P_I;
      undefine pv;
    endif;
    if ps != P_IS then
      Send(InvAck, HomeType, p, UNDEFINED);
    else
      Send(InvAck, HomeType, p, UNDEFINED);
    endif;
  case Recall:
    if ps = P_M then
      Send(RecallData, HomeType, p, pv);
      ps := P_I;
      undefine pv;
    elsif ps = P_IM then
      msg_processed := false;
    endif;
  case PutAck:
    Assert (ps = P_MI) "put ack";
    ps := P_I;
    undefine pv;
  else
    error "proc: unhandled message";
  endswitch;
  endalias;
  endalias;
end;

startstate
  HomeNode.state := H_I;
  undefine HomeNode.owner;
  undefine HomeNode.sharers;
  undefine HomeNode.req;
  HomeNode.acks := 0;
  for v: Value do
    HomeNode.val := v;
  endfor;
  LastWrite := HomeNode.val;
  for i: Proc do
    Procs[i].state := P_I;
    undefine Procs[i].val;
  endfor;
  undefine Net;
  msg_processed := true;
endstartstate;

ruleset n: Proc do
  alias p: Procs[n] do
    rule "load"
      p.state = P_I & MultiSetCount(i: Net[HomeType], true) < ProcCount
    ==>
      Send(GetS, HomeType, n, UNDEFINED);
      p.state := P_IS;
    endrule;
    rule "store"
      (p.state = P_I | p.state = P_S) & MultiSetCount(i: Net[HomeType], true) < ProcCount
    ==>
      Send(GetM, HomeType, n, UNDEFINED);
      p.state := P_IM;
    endrule;
    rule "evict"
      p.state = P_M & MultiSetCount(i: Net[HomeType], true) < ProcCount
    ==>
      Send(PutM, HomeType, n, p.val);
      p.state := P_MI;
    endrule;
    ruleset v: Value do
      rule "write hit"
        p.state = P_M
      ==>
        p.val := v;
        LastWrite := v;
      endrule;
    endruleset;
  endalias;
endruleset;

ruleset n: Node do
  choose midx: Net[n] do
    alias chan: Net[n] do
    alias msg: chan[midx] do
    rule "receive"
      true
    ==>
      if IsMember(n, Proc) then
        ProcReceive(msg, n);
      else
        HomeReceive(msg);
      endif;
      if msg_processed then
        MultiSetRemove(midx, chan);
      endif;
    endrule;
    endalias;
    endalias;
  endchoose;
endruleset;

invariant "single writer"
  forall n: Proc do forall m: Proc do
    (n != m & Procs[n].state = P_M) -> (Procs[m].state != P_M & Procs[m].state != P_S)
  endforall endforall;

invariant "valid copies hold the last write"
  forall n: Proc do
    (Procs[n].state = P_S | Procs[n].state = P_M) -> Procs[n].val = LastWrite
  endforall;

invariant "sharers do not outnumber the caches"
  MultiSetCount(i: HomeNode.sharers, true) <= ProcCount;
