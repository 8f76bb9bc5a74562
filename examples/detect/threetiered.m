-- Clients, their servers and a database: three tiers, after Donaldson and Miller, "Automatic symmetry detection for
-- Promela" (2008).
--
-- The first A clients belong to server 0, the next B to server 1, the last C to server 2. A server boots once; then
-- its clients ask, the server fetches the answer from the database, and the client reads it. Clients and servers are
-- numbers; to whom a client belongs is found by comparing numbers.
--
-- Symmetries: the clients of one server among themselves, and servers with equally many clients together with all
-- their clients. 3-3-2: 144, 3-3-3: 1296, 4-4-3: 6912. States: a product over the servers of 3^clients + 1.

const
  A: 3;
  B: 3;
  C: 2;
  CLIENTS: A + B + C;

type
  client: 0 .. CLIENTS - 1;
  server: 0 .. 2;

var
  up: array [server] of boolean;
  state: array [client] of enum {idle, asking, answered};

function server_of(c: client): server;
begin
  if c < A then
    return 0;
  elsif c < A + B then
    return 1;
  else
    return 2;
  end;
end;

startstate "all down"
begin
  for s: server do
    up[s] := false;
  end;
  for c: client do
    state[c] := idle;
  end;
end;

ruleset s: server do
  rule "boot"
    !up[s]
  ==>
  begin
    up[s] := true;
  end;
end;

ruleset c: client do
  rule "ask"
    state[c] = idle & up[server_of(c)]
  ==>
  begin
    state[c] := asking;
  end;

  rule "fetch"
    state[c] = asking & up[server_of(c)]
  ==>
  begin
    state[c] := answered;
  end;

  rule "read"
    state[c] = answered
  ==>
  begin
    state[c] := idle;
  end;
end;

invariant "a server that is down has idle clients"
  forall c: client do
    !up[server_of(c)] -> state[c] = idle
  end;
