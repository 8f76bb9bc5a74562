-- A lock service with leases, and a mistake in it.
--
-- Clients ask a server for a lock over a network that may deliver late and in any order (a multiset of messages). The
-- server lends the lock for a time; when the time is over, client and server both know it, and the server lends the
-- lock to somebody else. The mistake: a message "free" does not say which loan it ends. If it arrives after its loan
-- is over, it ends the loan of another client.
--
-- coset leases.m finds it: the answer is a shortest run, and the exit status is 12.

const
  CLIENTS: 4;
  MESSAGES: 4;

type
  client: scalarset(CLIENTS);
  message_kind: enum {ask, lend, free};
  message: record
    what: message_kind;
    who: client;
  end;

var
  state: array [client] of enum {idle, waiting, holding};
  net: multiset [MESSAGES] of message;
  lent_to: client;   -- the server's view; undefined while the lock is at home

function room(): boolean;
begin
  return multisetcount(m: net, true) < MESSAGES;
end;

procedure send(what: message_kind; who: client);
var
  m: message;
begin
  m.what := what;
  m.who := who;
  multisetadd(m, net);
end;

startstate "lock at home"
begin
  for c: client do
    state[c] := idle;
  end;
  undefine lent_to;
  undefine net;
end;

-- ---- clients ----

ruleset c: client do

  rule "ask"
    state[c] = idle & room()
  ==>
  begin
    state[c] := waiting;
    send(ask, c);
  end;

  rule "give back"
    state[c] = holding & room()
  ==>
  begin
    state[c] := idle;
    send(free, c);
  end;

  -- Time is over: both sides see it on their clocks.
  rule "loan ends"
    !isundefined(lent_to) & lent_to = c & state[c] != waiting
  ==>
  begin
    state[c] := idle;
    undefine lent_to;
  end;
end;

-- ---- messages ----

choose m: net do

  rule "server lends"
    net[m].what = ask & isundefined(lent_to)
  ==>
  begin
    lent_to := net[m].who;
    net[m].what := lend;
  end;

  rule "client takes"
    net[m].what = lend
  ==>
  begin
    state[net[m].who] := holding;
    multisetremove(m, net);
  end;

  -- The mistake: nobody asks whether the loan of net[m].who is still the current one.
  rule "server takes back"
    net[m].what = free
  ==>
  begin
    undefine lent_to;
    multisetremove(m, net);
  end;
end;

invariant "one holder"
  forall a: client do forall b: client do
    a != b -> !(state[a] = holding & state[b] = holding)
  end end;
