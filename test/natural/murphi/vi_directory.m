-- VI: a line is valid in one cache at a time, as in the first exercise of a course. The directory recalls it from its owner.
-- Network: one multiset of messages for each node.
-- true: Proc=2 Value=2
-- exit: 14
const
  ProcCount: 2;
  ValueCount: 2;
  NetMax: ProcCount + 1;

type
  Proc: scalarset(ProcCount);
  Value: scalarset(ValueCount);
  Home: enum { HomeType };
  Node: union { Home, Proc };

  MessageType: enum { ReadReq, ReadAck, WBReq, WBAck, RecallReq };

  Message:
    record
      mtype: MessageType;
      src: Node;
      val: Value;
    end;

  HomeState:
    record
      state: enum { H_Valid, H_Invalid, HT_Pending };
      owner: Node;
      val: Value;
    end;

  ProcState:
    record
      state: enum { P_Valid, P_Invalid, PT_Pending, PT_WritebackPending };
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
  assert (MultiSetCount(i: Net[dst], true) < NetMax) "too many messages";
  msg.mtype := mtype;
  msg.src := src;
  msg.val := val;
  MultiSetAdd(msg, Net[dst]);
end;

procedure ErrorUnhandledMsg(msg: Message; n: Node);
begin
  error "unhandled message";
end;

procedure HomeReceive(msg: Message);
begin
  msg_processed := true;
  switch HomeNode.state
  case H_Valid:
    switch msg.mtype
    case ReadReq:
      HomeNode.state := H_Invalid;
      HomeNode.owner := msg.src;
      Send(ReadAck, msg.src, HomeType, HomeNode.val);
    else
      ErrorUnhandledMsg(msg, HomeType);
    endswitch;
  case H_Invalid:
    switch msg.mtype
    case ReadReq:
      Send(RecallReq, HomeNode.owner, HomeType, UNDEFINED);
      HomeNode.owner := msg.src;      -- the requester will get it
      HomeNode.state := HT_Pending;
    case WBReq:
      assert (msg.src = HomeNode.owner) "writeback from a stranger";
      HomeNode.state := H_Valid;
      HomeNode.val := msg.val;
      Send(WBAck, msg.src, HomeType, UNDEFINED);
      undefine HomeNode.owner;
    else
      ErrorUnhandledMsg(msg, HomeType);
    endswitch;
  case HT_Pending:
    switch msg.mtype
    case WBReq:
      HomeNode.val := msg.val;
      Send(WBAck, msg.src, HomeType, UNDEFINED);
      HomeNode.state := H_Invalid;
      Send(ReadAck, HomeNode.owner, HomeType, HomeNode.val);
    case ReadReq:
      msg_processed := false;        -- stall
    else
      ErrorUnhandledMsg(msg, HomeType);
    endswitch;
  endswitch;
end;

procedure ProcReceive(msg: Message; p: Proc);
begin
  msg_processed := true;
  alias ps: Procs[p].state do
  alias pv: Procs[p].val do
  switch ps
  case P_Valid:
    switch msg.mtype
    case RecallReq:
      Send(WBReq, HomeType, p, pv);
      ps := PT_WritebackPending;
    else
      ErrorUnhandledMsg(msg, p);
    endswitch;
  case PT_Pending:
    switch msg.mtype
    case ReadAck:
      pv := msg.val;
      ps := P_Valid;
    case RecallReq:
      msg_processed := false;
    else
      ErrorUnhandledMsg(msg, p);
    endswitch;
  case PT_WritebackPending:
    switch msg.mtype
    case WBAck:
      ps := P_Invalid;
      undefine pv;
    case RecallReq:
      -- the writeback answers it
    else
      ErrorUnhandledMsg(msg, p);
    endswitch;
  case P_Invalid:
    switch msg.mtype
    case RecallReq:
    else
      ErrorUnhandledMsg(msg, p);
    endswitch;
  endswitch;
  endalias;
  endalias;
end;

ruleset n: Proc do
  alias p: Procs[n] do
    ruleset v: Value do
      rule "store new value"
        p.state = P_Valid
      ==>
        p.val := v;
        LastWrite := v;
      endrule;
    endruleset;

    rule "read request"
      p.state = P_Invalid & MultiSetCount(i: Net[HomeType], true) < ProcCount
    ==>
      Send(ReadReq, HomeType, n, UNDEFINED);
      p.state := PT_Pending;
    endrule;

    rule "writeback"
      p.state = P_Valid & MultiSetCount(i: Net[HomeType], true) < ProcCount
    ==>
      Send(WBReq, HomeType, n, p.val);
      p.state := PT_WritebackPending;
      undefine p.val;
    endrule;
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

startstate
  for v: Value do
    HomeNode.state := H_Valid;
    HomeNode.val := v;
  endfor;
  LastWrite := HomeNode.val;
  for i: Proc do
    Procs[i].state := P_Invalid;
    undefine Procs[i].val;
  endfor;
  undefine Net;
  msg_processed := true;
endstartstate;

invariant "values in valid state match last write"
  forall n: Proc do
    Procs[n].state = P_Valid -> Procs[n].val = LastWrite
  end;

invariant "memory matches last write when it is valid"
  HomeNode.state = H_Valid -> HomeNode.val = LastWrite;

invariant "one valid copy"
  forall n: Proc do forall m: Proc do
    (n != m & Procs[n].state = P_Valid) -> Procs[m].state != P_Valid
  end end;
