-- German's protocol again, with one multiset as the network and the home node's work in procedures.
-- true: client=2
-- exit: 12
const CLIENTS: 2;
type
  client: scalarset(CLIENTS);
  kind: enum { req_shared, req_exclusive, inval, inval_ack, grant_shared, grant_exclusive };
  packet: record kind: kind; who: client; end;
var
  net: multiset [2 * CLIENTS] of packet;
  cache: array [client] of enum { invalid, waiting, shared, exclusive };
  sharers: array [client] of boolean;
  to_invalidate: array [client] of boolean;
  exclusive_granted: boolean;
  busy: boolean;
  want: kind;
  for_whom: client;

procedure post(k: kind; c: client);
var p: packet;
begin
  p.kind := k;
  p.who := c;
  multisetadd(p, net);
end;

procedure multicast_invalidate();
begin
  for c: client do
    if to_invalidate[c] then
      post(inval, c);
      to_invalidate[c] := false;
    end;
  end;
end;

procedure home(p: packet; var taken: boolean);
begin
  taken := true;
  switch p.kind
    case req_shared, req_exclusive:
      if busy then
        taken := false;
      else
        busy := true;
        want := p.kind;
        for_whom := p.who;
        for c: client do
          to_invalidate[c] := sharers[c] & (p.kind = req_exclusive | exclusive_granted);
        end;
        multicast_invalidate();
      end;
    case inval_ack:
      sharers[p.who] := false;
      exclusive_granted := false;
    else
      taken := false;
  end;
end;

startstate "all invalid"
  undefine net;
  for c: client do
    cache[c] := invalid;
    sharers[c] := false;
    to_invalidate[c] := false;
  end;
  exclusive_granted := false;
  busy := false;
  undefine want;
  undefine for_whom;
end;

ruleset c: client do
  rule "ask shared" cache[c] = invalid ==> post(req_shared, c); cache[c] := waiting; end;
  rule "ask exclusive" cache[c] = invalid ==> post(req_exclusive, c); cache[c] := waiting; end;
end;

choose i: net do
  alias p: net[i] do
    rule "home takes"
      p.kind = req_shared | p.kind = req_exclusive | p.kind = inval_ack
    ==>
    var taken: boolean;
    begin
      home(p, taken);
      if taken then multisetremove(i, net); end;
    end;

    rule "client takes"
      p.kind = inval | p.kind = grant_shared | p.kind = grant_exclusive
    ==>
    begin
      switch p.kind
        case grant_shared: cache[p.who] := shared;
        case grant_exclusive: cache[p.who] := exclusive;
        else
          cache[p.who] := invalid;
          post(inval_ack, p.who);
      end;
      multisetremove(i, net);
    end;
  end;
end;

rule "grant"
  busy & !exclusive_granted & (want = req_shared | forall c: client do !sharers[c] end)
==>
begin
  sharers[for_whom] := true;
  if want = req_exclusive then
    exclusive_granted := true;
    post(grant_exclusive, for_whom);
  else
    post(grant_shared, for_whom);
  end;
  busy := false;
  undefine want;
  undefine for_whom;
end;

invariant "exclusive excludes"
  forall a: client do forall b: client do
    a != b & cache[a] = exclusive -> cache[b] != exclusive & cache[b] != shared
  end end;
