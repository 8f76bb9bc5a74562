-- CXL.cache in small: devices send D2H requests, the host snoops by H2D requests and answers by H2D responses; each channel
-- holds one message for each device.
-- true: dev=3
const DEVICES: 3;
type
  dev: scalarset(DEVICES);
  d2h_req: enum { D_None, RdShared, RdOwn, DirtyEvict, CleanEvict };
  d2h_rsp: enum { S_None, RspIHit, RspIFwd, RspSFwd };
  h2d_req: enum { H_None, SnpInv, SnpData };
  h2d_rsp: enum { R_None, GO_S, GO_E, GO_I, GO_WritePull };
  state: enum { DI, DS, DM, IS_D, IM_D, MI_A, SI_A, II_A };
var
  cache: array [dev] of state;
  req: array [dev] of d2h_req;
  rsp: array [dev] of d2h_rsp;
  snp: array [dev] of h2d_req;
  go: array [dev] of h2d_rsp;
  tracked: array [dev] of enum { T_I, T_S, T_M };
  host: record busy: boolean; who: dev; what: d2h_req; pending: 0..DEVICES; end;

procedure finish();
begin
  host.busy := false;
  host.pending := 0;
  undefine host.who;
  host.what := D_None;
end;

procedure grant(d: dev);
begin
  if host.what = RdShared then
    go[d] := GO_S;
    tracked[d] := T_S;
  else
    go[d] := GO_E;
    tracked[d] := T_M;
  end;
  finish();
end;

startstate
  for d: dev do
    cache[d] := DI;
    req[d] := D_None;
    rsp[d] := S_None;
    snp[d] := H_None;
    go[d] := R_None;
    tracked[d] := T_I;
  end;
  finish();
end;

ruleset d: dev do
  rule "device: read" cache[d] = DI & req[d] = D_None ==> req[d] := RdShared; cache[d] := IS_D; end;
  rule "device: own" (cache[d] = DI | cache[d] = DS) & req[d] = D_None ==> req[d] := RdOwn; cache[d] := IM_D; end;
  rule "device: evict dirty" cache[d] = DM & req[d] = D_None ==> req[d] := DirtyEvict; cache[d] := MI_A; end;
  rule "device: evict clean" cache[d] = DS & req[d] = D_None ==> req[d] := CleanEvict; cache[d] := SI_A; end;

  rule "device: snooped" snp[d] != H_None & rsp[d] = S_None & go[d] = R_None ==>
    switch cache[d]
      case DM, MI_A:
        if snp[d] = SnpData then
          rsp[d] := RspSFwd;
          if cache[d] = DM then cache[d] := DS; else cache[d] := SI_A; end;
        else
          rsp[d] := RspIFwd;
          if cache[d] = DM then cache[d] := DI; else cache[d] := II_A; end;
        end;
      case DS:
        rsp[d] := RspIHit;
        if snp[d] = SnpInv then cache[d] := DI; end;
      case SI_A:
        rsp[d] := RspIHit;
        if snp[d] = SnpInv then cache[d] := II_A; end;
      else
        rsp[d] := RspIHit;
    end;
    snp[d] := H_None;
  end;

  rule "device: go" go[d] != R_None & snp[d] = H_None ==>
    switch go[d]
      case GO_S: cache[d] := DS;
      case GO_E: cache[d] := DM;
      else cache[d] := DI;
    end;
    go[d] := R_None;
  end;

  rule "host: take" !host.busy & (req[d] = RdShared | req[d] = RdOwn) & go[d] = R_None ==>
    host.busy := true;
    host.who := d;
    host.what := req[d];
    req[d] := D_None;
    host.pending := 0;
    for e: dev do
      if e != d & tracked[e] != T_I & (host.what = RdOwn | tracked[e] = T_M) then
        if host.what = RdOwn then snp[e] := SnpInv; else snp[e] := SnpData; end;
        host.pending := host.pending + 1;
      end;
    end;
    if host.pending = 0 then grant(d); end;
  end;

  rule "host: evict" !host.busy & (req[d] = DirtyEvict | req[d] = CleanEvict) & go[d] = R_None ==>
    req[d] := D_None;
    tracked[d] := T_I;
    go[d] := GO_I;
  end;

  rule "host: response" host.busy & rsp[d] != S_None ==>
    if host.what = RdOwn then tracked[d] := T_I; else tracked[d] := T_S; end;
    rsp[d] := S_None;
    host.pending := host.pending - 1;
    if host.pending = 0 then grant(host.who); end;
  end;
end;

invariant "SWMR" forall d: dev do forall e: dev do
  (d != e & cache[d] = DM) -> (cache[e] != DM & cache[e] != DS) end end;
