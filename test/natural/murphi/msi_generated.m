-- as a generator prints it: MSI with an ordered network per machine, one procedure for each class of message
-- true: OBJSET_cache=2
const VAL_COUNT: 1; ADR_COUNT: 1; NrCaches: 2; NET_MAX: 8;
type
  Address: scalarset(ADR_COUNT);
  ClValue: 0..VAL_COUNT;
  OBJSET_cache: scalarset(NrCaches);
  OBJSET_directory: enum{directory};
  Machines: union{OBJSET_cache, OBJSET_directory};
  MessageType: enum {GetS, GetM, Inv, Inv_Ack, GetS_Ack, GetM_Ack, PutM, Put_Ack, Fwd_GetS, WB};
  s_cache: enum {c_I, c_S, c_M, c_I_S, c_I_M, c_M_I};
  s_directory: enum {d_I, d_S, d_M, d_busy};
  Message: record adr: Address; mtype: MessageType; src: Machines; dst: Machines; cl: ClValue; acks: 0..NrCaches; end;
  v_cache: multiset[NrCaches] of Machines;
  cnt_v: 0..NrCaches;
  ENTRY_cache: record State: s_cache; cl: ClValue; acksReceived: 0..NrCaches; acksExpected: 0..NrCaches; end;
  ENTRY_directory: record State: s_directory; cl: ClValue; cache: v_cache; owner: Machines; end;
  MACH_cache: record cb: array[Address] of ENTRY_cache; end;
  MACH_directory: record cb: array[Address] of ENTRY_directory; end;
  OBJ_cache: array[OBJSET_cache] of MACH_cache;
  OBJ_directory: array[OBJSET_directory] of MACH_directory;
  NET_Ordered: array[Machines] of array[0..NET_MAX-1] of Message;
  NET_Ordered_cnt: array[Machines] of 0..NET_MAX;
var
  i_cache: OBJ_cache; i_directory: OBJ_directory;
  fwd: NET_Ordered; cnt_fwd: NET_Ordered_cnt;
function RequestM(adr: Address; mtype: MessageType; src: Machines; dst: Machines): Message;
var Message: Message;
begin
  Message.adr := adr; Message.mtype := mtype; Message.src := src; Message.dst := dst; Message.acks := 0; Message.cl := 0;
  return Message;
end;
procedure Push_fwd(dst: Machines; src: Machines; msg: Message);
begin
  assert cnt_fwd[dst] < NET_MAX "Too many messages";
  fwd[dst][cnt_fwd[dst]] := msg;
  cnt_fwd[dst] := cnt_fwd[dst] + 1;
end;
procedure Pop_fwd(n: Machines);
begin
  assert cnt_fwd[n] > 0 "Trying to advance empty Q";
  for i := 0 to cnt_fwd[n] - 1 do
    if i < cnt_fwd[n] - 1 then fwd[n][i] := fwd[n][i+1]; else undefine fwd[n][i]; endif;
  endfor;
  cnt_fwd[n] := cnt_fwd[n] - 1;
end;
procedure Send_fwd(msg: Message; src: Machines);
begin Push_fwd(msg.dst, msg.src, msg); end;
procedure AddElement_cache(var sv: v_cache; n: Machines);
begin if MultiSetCount(i: sv, sv[i] = n) = 0 then MultiSetAdd(n, sv); endif; end;
procedure RemoveElement_cache(var sv: v_cache; n: Machines);
begin if MultiSetCount(i: sv, sv[i] = n) = 1 then MultiSetRemovePred(i: sv, sv[i] = n); endif; end;
procedure Multicast_fwd_v_cache(var msg: Message; dst_vect: v_cache; src: Machines);
begin
  for n: Machines do
    if n != msg.src then
      if MultiSetCount(i: dst_vect, dst_vect[i] = n) = 1 then
        msg.dst := n;
        Send_fwd(msg, src);
      endif;
    endif;
  endfor;
end;
function CacheCount(sv: v_cache; n: Machines): cnt_v;
begin return MultiSetCount(i: sv, sv[i] != n); end;
function Func_cache(inmsg: Message; m: OBJSET_cache): boolean;
var msg: Message;
begin
  alias adr: inmsg.adr do
  alias cle: i_cache[m].cb[adr] do
  switch cle.State
  case c_I:
    switch inmsg.mtype
    case Inv: msg := RequestM(adr, Inv_Ack, m, inmsg.src); Send_fwd(msg, m); return true;
    else return false; endswitch;
  case c_I_S:
    switch inmsg.mtype
    case GetS_Ack: cle.cl := inmsg.cl; cle.State := c_S; return true;
    case Inv: msg := RequestM(adr, Inv_Ack, m, inmsg.src); Send_fwd(msg, m); return true;
    else return false; endswitch;
  case c_S:
    switch inmsg.mtype
    case Inv: msg := RequestM(adr, Inv_Ack, m, inmsg.src); Send_fwd(msg, m); cle.State := c_I; return true;
    else return false; endswitch;
  case c_I_M:
    switch inmsg.mtype
    case GetM_Ack:
      cle.acksExpected := inmsg.acks; cle.cl := inmsg.cl;
      if cle.acksExpected = cle.acksReceived then cle.State := c_M; endif;
      return true;
    case Inv_Ack:
      cle.acksReceived := cle.acksReceived + 1;
      if !isundefined(cle.acksExpected) then if cle.acksExpected = cle.acksReceived then cle.State := c_M; endif; endif;
      return true;
    case Inv: msg := RequestM(adr, Inv_Ack, m, inmsg.src); Send_fwd(msg, m); return true;
    else return false; endswitch;
  case c_M:
    switch inmsg.mtype
    case Fwd_GetS: msg := RequestM(adr, WB, m, directory); msg.cl := cle.cl; Send_fwd(msg, m); cle.State := c_S; return true;
    else return false; endswitch;
  case c_M_I:
    switch inmsg.mtype
    case Put_Ack: cle.State := c_I; return true;
    case Fwd_GetS: return true;
    else return false; endswitch;
  endswitch;
  endalias;
  endalias;
  return false;
end;
function Func_directory(inmsg: Message; m: OBJSET_directory): boolean;
var msg: Message;
begin
  alias adr: inmsg.adr do
  alias cle: i_directory[m].cb[adr] do
  switch cle.State
  case d_I:
    switch inmsg.mtype
    case GetS: AddElement_cache(cle.cache, inmsg.src); msg := RequestM(adr, GetS_Ack, m, inmsg.src); msg.cl := cle.cl; Send_fwd(msg, m); cle.State := d_S; return true;
    case GetM: msg := RequestM(adr, GetM_Ack, m, inmsg.src); msg.cl := cle.cl; Send_fwd(msg, m); cle.owner := inmsg.src; cle.State := d_M; return true;
    else return false; endswitch;
  case d_S:
    switch inmsg.mtype
    case GetS: AddElement_cache(cle.cache, inmsg.src); msg := RequestM(adr, GetS_Ack, m, inmsg.src); msg.cl := cle.cl; Send_fwd(msg, m); return true;
    case GetM:
      msg := RequestM(adr, GetM_Ack, m, inmsg.src); msg.cl := cle.cl; msg.acks := CacheCount(cle.cache, inmsg.src); Send_fwd(msg, m);
      RemoveElement_cache(cle.cache, inmsg.src);
      msg := RequestM(adr, Inv, inmsg.src, inmsg.src);
      Multicast_fwd_v_cache(msg, cle.cache, m);
      cle.owner := inmsg.src; undefine cle.cache; cle.State := d_M; return true;
    else return false; endswitch;
  case d_M:
    switch inmsg.mtype
    case GetS:
      msg := RequestM(adr, Fwd_GetS, m, cle.owner); Send_fwd(msg, m);
      AddElement_cache(cle.cache, inmsg.src); AddElement_cache(cle.cache, cle.owner); cle.State := d_busy; return true;
    case PutM:
      msg := RequestM(adr, Put_Ack, m, inmsg.src); Send_fwd(msg, m);
      if cle.owner = inmsg.src then undefine cle.owner; cle.cl := inmsg.cl; cle.State := d_I; endif;
      return true;
    else return false; endswitch;
  case d_busy:
    switch inmsg.mtype
    case WB:
      cle.cl := inmsg.cl;
      for n: Machines do
        if n != inmsg.src then
          if MultiSetCount(i: cle.cache, cle.cache[i] = n) = 1 then
            msg := RequestM(adr, GetS_Ack, m, n); msg.cl := cle.cl; Send_fwd(msg, m);
          endif;
        endif;
      endfor;
      cle.State := d_S; undefine cle.owner; return true;
    case PutM:
      cle.cl := inmsg.cl;
      msg := RequestM(adr, Put_Ack, m, inmsg.src); Send_fwd(msg, m);
      RemoveElement_cache(cle.cache, inmsg.src);
      msg := RequestM(adr, GetS_Ack, m, inmsg.src); msg.cl := cle.cl;
      Multicast_fwd_v_cache(msg, cle.cache, m);
      cle.State := d_S; undefine cle.owner; return true;
    else return false; endswitch;
  endswitch;
  endalias;
  endalias;
  return false;
end;
procedure System_Reset();
begin
  undefine fwd;
  for n: Machines do cnt_fwd[n] := 0; endfor;
  for i: OBJSET_cache do for a: Address do
    i_cache[i].cb[a].State := c_I; i_cache[i].cb[a].cl := 0; i_cache[i].cb[a].acksReceived := 0; undefine i_cache[i].cb[a].acksExpected;
  endfor; endfor;
  for i: OBJSET_directory do for a: Address do
    i_directory[i].cb[a].State := d_I; i_directory[i].cb[a].cl := 0; undefine i_directory[i].cb[a].owner; undefine i_directory[i].cb[a].cache;
  endfor; endfor;
end;
ruleset m: OBJSET_cache do ruleset adr: Address do
  alias cle: i_cache[m].cb[adr] do
  rule "c_I_load" cle.State = c_I & cnt_fwd[directory] < 4 ==>
  var msg: Message;
  begin msg := RequestM(adr, GetS, m, directory); Send_fwd(msg, m); cle.State := c_I_S; endrule;
  rule "c_I_store" (cle.State = c_I | cle.State = c_S) & cnt_fwd[directory] < 4 ==>
  var msg: Message;
  begin msg := RequestM(adr, GetM, m, directory); Send_fwd(msg, m); cle.acksReceived := 0; undefine cle.acksExpected; cle.State := c_I_M; endrule;
  rule "c_M_evict" cle.State = c_M & cnt_fwd[directory] < 4 ==>
  var msg: Message;
  begin msg := RequestM(adr, PutM, m, directory); msg.cl := cle.cl; Send_fwd(msg, m); cle.State := c_M_I; endrule;
  rule "c_M_store" cle.State = c_M ==> cle.cl := (cle.cl + 1) % (VAL_COUNT + 1); endrule;
  endalias;
endruleset; endruleset;
ruleset n: Machines do
  alias msg: fwd[n][0] do
  rule "Receive fwd" cnt_fwd[n] > 0 ==>
    if IsMember(n, OBJSET_directory) then
      if Func_directory(msg, n) then Pop_fwd(n); endif;
    elsif IsMember(n, OBJSET_cache) then
      if Func_cache(msg, n) then Pop_fwd(n); endif;
    endif;
  endrule;
  endalias;
endruleset;
startstate System_Reset(); endstartstate;
invariant "Write Serialization"
  forall c1: OBJSET_cache do forall c2: OBJSET_cache do forall a: Address do
    (c1 != c2 & i_cache[c1].cb[a].State = c_M) -> i_cache[c2].cb[a].State != c_M endforall endforall endforall;
