-- The heart of FLASH's cache protocol: one line, a home node among the nodes, requests, negative answers, forwarding to the
-- dirty node, invalidations counted by acknowledgements. The head pointer is undefined while the directory is not valid.
-- true: NODE=3
const NODES: 3;
type
  NODE: scalarset(NODES);
  UNI_CMD: enum { UNI_None, UNI_Get, UNI_GetX, UNI_Put, UNI_PutX, UNI_Nak };
var
  Home: NODE;
  CacheState: array [NODE] of enum { CACHE_I, CACHE_S, CACHE_E };
  Wait: array [NODE] of enum { NONE, GET, GETX };
  InvMarked: array [NODE] of boolean;
  Dir: record
    Pending, Dirty, HeadVld: boolean;
    HeadPtr: NODE;
    ShrSet: array [NODE] of boolean;
  end;
  UniMsg: array [NODE] of record Cmd: UNI_CMD; Proc: NODE; end;
  InvMsg: array [NODE] of enum { INV_None, INV_Inv, INV_InvAck };
  Requester: NODE;
  Collecting: boolean;

ruleset h: NODE do
  startstate "init"
    Home := h;
    for p: NODE do
      CacheState[p] := CACHE_I;
      Wait[p] := NONE;
      InvMarked[p] := false;
      UniMsg[p].Cmd := UNI_None;
      undefine UniMsg[p].Proc;
      InvMsg[p] := INV_None;
      Dir.ShrSet[p] := false;
    end;
    Dir.Pending := false; Dir.Dirty := false; Dir.HeadVld := false;
    undefine Dir.HeadPtr;
    undefine Requester;
    Collecting := false;
  end;
end;

ruleset src: NODE do
  rule "PI_Get" CacheState[src] = CACHE_I & Wait[src] = NONE & src != Home ==>
    Wait[src] := GET;
    UniMsg[src].Cmd := UNI_Get;
    UniMsg[src].Proc := Home;
  end;
  rule "PI_GetX" CacheState[src] = CACHE_I & Wait[src] = NONE & src != Home ==>
    Wait[src] := GETX;
    UniMsg[src].Cmd := UNI_GetX;
    UniMsg[src].Proc := Home;
  end;
  rule "PI_PutX" CacheState[src] = CACHE_E & !Dir.Pending ==>
    CacheState[src] := CACHE_I;
    Dir.Dirty := false;
    Dir.HeadVld := false;
    undefine Dir.HeadPtr;
  end;
  rule "PI_Replace" CacheState[src] = CACHE_S & Wait[src] = NONE & !Dir.Pending ==>
    CacheState[src] := CACHE_I;
    Dir.ShrSet[src] := false;
  end;

  rule "NI_Nak" UniMsg[src].Cmd = UNI_Nak ==>
    UniMsg[src].Cmd := UNI_None;
    undefine UniMsg[src].Proc;
    Wait[src] := NONE;
    InvMarked[src] := false;
  end;

  rule "NI_Home_Nak" (UniMsg[src].Cmd = UNI_Get | UniMsg[src].Cmd = UNI_GetX) & UniMsg[src].Proc = Home & Dir.Pending ==>
    UniMsg[src].Cmd := UNI_Nak;
  end;

  rule "NI_Home_Get" UniMsg[src].Cmd = UNI_Get & UniMsg[src].Proc = Home & !Dir.Pending ==>
    if Dir.Dirty then
      Dir.Pending := true;
      UniMsg[src].Proc := Dir.HeadPtr;      -- forwarded
    else
      Dir.HeadVld := true;
      Dir.ShrSet[src] := true;
      UniMsg[src].Cmd := UNI_Put;
    end;
  end;

  rule "NI_Home_GetX" UniMsg[src].Cmd = UNI_GetX & UniMsg[src].Proc = Home & !Dir.Pending ==>
    if Dir.Dirty then
      Dir.Pending := true;
      UniMsg[src].Proc := Dir.HeadPtr;
    else
      Dir.Dirty := true;
      Dir.HeadVld := true;
      Dir.HeadPtr := src;
      UniMsg[src].Cmd := UNI_PutX;
      Collecting := false;
      for p: NODE do
        if p != src & Dir.ShrSet[p] then
          InvMsg[p] := INV_Inv;
          Collecting := true;
        end;
        Dir.ShrSet[p] := false;
      end;
      if Collecting then Dir.Pending := true; Requester := src; end;
    end;
  end;

  rule "NI_Remote_Put" UniMsg[src].Cmd = UNI_Put ==>
    UniMsg[src].Cmd := UNI_None;
    undefine UniMsg[src].Proc;
    Wait[src] := NONE;
    if InvMarked[src] then
      InvMarked[src] := false;
      CacheState[src] := CACHE_I;
    else
      CacheState[src] := CACHE_S;
    end;
  end;

  rule "NI_Remote_PutX" UniMsg[src].Cmd = UNI_PutX & Wait[src] = GETX ==>
    UniMsg[src].Cmd := UNI_None;
    undefine UniMsg[src].Proc;
    Wait[src] := NONE;
    InvMarked[src] := false;
    CacheState[src] := CACHE_E;
  end;

  rule "NI_Inv" InvMsg[src] = INV_Inv ==>
    InvMsg[src] := INV_InvAck;
    CacheState[src] := CACHE_I;
    if Wait[src] = GET then InvMarked[src] := true; end;
  end;

  rule "NI_InvAck" InvMsg[src] = INV_InvAck ==>
    InvMsg[src] := INV_None;
    if forall p: NODE do p = src | InvMsg[p] = INV_None end then
      Dir.Pending := false;
      Collecting := false;
      undefine Requester;
    end;
  end;
end;

ruleset src: NODE; dst: NODE do
  rule "NI_Remote_Get" src != dst & UniMsg[src].Cmd = UNI_Get & UniMsg[src].Proc = dst & dst != Home ==>
    if CacheState[dst] = CACHE_E then
      CacheState[dst] := CACHE_S;
      UniMsg[src].Cmd := UNI_Put;
      Dir.Dirty := false;
      Dir.ShrSet[dst] := true;
      Dir.ShrSet[src] := true;
      undefine Dir.HeadPtr;
    else
      UniMsg[src].Cmd := UNI_Nak;
    end;
    Dir.Pending := false;
  end;
  rule "NI_Remote_GetX" src != dst & UniMsg[src].Cmd = UNI_GetX & UniMsg[src].Proc = dst & dst != Home ==>
    if CacheState[dst] = CACHE_E then
      CacheState[dst] := CACHE_I;
      UniMsg[src].Cmd := UNI_PutX;
      Dir.HeadPtr := src;
    else
      UniMsg[src].Cmd := UNI_Nak;
    end;
    Dir.Pending := false;
  end;
end;

invariant "CacheStateProp"
  forall p: NODE do forall q: NODE do p != q -> !(CacheState[p] = CACHE_E & CacheState[q] = CACHE_E) end end;
invariant "exclusive is dirty"
  forall p: NODE do CacheState[p] = CACHE_E -> Dir.Dirty end;
