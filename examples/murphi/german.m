-- German's cache coherence protocol.
--
-- Some nodes share one memory cell through a directory, the home. A node asks home for the right to read or to write;
-- home serves one request at a time. Before it gives the right to write it withdraws every right that is out, and
-- before it gives a right to read it withdraws a right to write. Messages travel over three channels for each node,
-- each of which holds one message.
--
-- Nodes are interchangeable and so are the values, so both are scalarsets. Try
--     coset german.m                           one state for each orbit
--     coset --symmetry=off german.m            every state, for comparison
--     coset -D NODES=6 german.m                a larger system

const
  NODES: 4;
  VALUES: 2;

type
  node: scalarset(NODES);
  value: scalarset(VALUES);

  right: enum {none, to_read, to_write};

  -- What a node asks of home, what home orders a node, what a node answers to a withdrawal.
  request: enum {no_request, ask_read, ask_write};
  order: enum {no_order, grant_read, grant_write, withdraw};
  answer: enum {no_answer, withdrawn};

  cache_line: record
    has: right;
    data: value;
  end;

  order_channel: record
    what: order;
    data: value;
  end;

  answer_channel: record
    what: answer;
    data: value;
  end;

var
  cache: array [node] of cache_line;

  requests: array [node] of request;
  orders: array [node] of order_channel;
  answers: array [node] of answer_channel;

  -- Home's view.
  sharers: array [node] of boolean;   -- who may hold a right
  to_ask: array [node] of boolean;    -- from whom it must still be withdrawn
  writer_out: boolean;                -- one of the sharers may write
  serving: request;                   -- what home is about
  client: node;                       -- for whom; undefined while home is idle
  memory: value;

  -- The value that the last write left; for the property only.
  newest: value;

-- The order is taken off the channel.
procedure take_order(n: node);
begin
  orders[n].what := no_order;
  undefine orders[n].data;
end;

ruleset v: value do
  startstate "all rights at home"
  begin
    for n: node do
      cache[n].has := none;
      requests[n] := no_request;
      orders[n].what := no_order;
      answers[n].what := no_answer;
      sharers[n] := false;
      to_ask[n] := false;
    end;
    writer_out := false;
    serving := no_request;
    memory := v;
    newest := v;
  end;
end;

-- ---- nodes ----

ruleset n: node do

  rule "ask to read"
    requests[n] = no_request & cache[n].has = none
  ==>
  begin
    requests[n] := ask_read;
  end;

  rule "ask to write"
    requests[n] = no_request & cache[n].has != to_write
  ==>
  begin
    requests[n] := ask_write;
  end;

  rule "take right to read"
    orders[n].what = grant_read
  ==>
  begin
    cache[n].has := to_read;
    cache[n].data := orders[n].data;
    take_order(n);
  end;

  rule "take right to write"
    orders[n].what = grant_write
  ==>
  begin
    cache[n].has := to_write;
    cache[n].data := orders[n].data;
    take_order(n);
  end;

  rule "give right back"
    orders[n].what = withdraw & answers[n].what = no_answer
  ==>
  begin
    take_order(n);
    answers[n].what := withdrawn;
    if cache[n].has = to_write then
      answers[n].data := cache[n].data;
    end;
    cache[n].has := none;
    undefine cache[n].data;
  end;

  ruleset v: value do
    rule "write"
      cache[n].has = to_write
    ==>
    begin
      cache[n].data := v;
      newest := v;
    end;
  end;
end;

-- ---- home ----

ruleset n: node do

  rule "serve a request"
    serving = no_request & requests[n] != no_request
  ==>
  begin
    serving := requests[n];
    client := n;
    requests[n] := no_request;
    for other: node do
      to_ask[other] := sharers[other];
    end;
  end;

  -- A reader may keep its right where another one wants to read.
  rule "withdraw a right"
    to_ask[n] & orders[n].what = no_order &
    (serving = ask_write | serving = ask_read & writer_out)
  ==>
  begin
    orders[n].what := withdraw;
    to_ask[n] := false;
  end;

  rule "right comes back"
    answers[n].what = withdrawn & serving != no_request
  ==>
  begin
    sharers[n] := false;
    if writer_out then
      memory := answers[n].data;
      writer_out := false;
    end;
    answers[n].what := no_answer;
    undefine answers[n].data;
  end;
end;

rule "let read"
  serving = ask_read & !writer_out & orders[client].what = no_order
==>
begin
  orders[client].what := grant_read;
  orders[client].data := memory;
  sharers[client] := true;
  serving := no_request;
  undefine client;
end;

rule "let write"
  serving = ask_write & orders[client].what = no_order & forall n: node do !sharers[n] end
==>
begin
  orders[client].what := grant_write;
  orders[client].data := memory;
  sharers[client] := true;
  writer_out := true;
  serving := no_request;
  undefine client;
end;

-- ---- what must hold ----

invariant "one writer and no reader beside it"
  forall a: node do forall b: node do
    a != b & cache[a].has = to_write -> cache[b].has = none
  end end;

invariant "memory is up to date unless somebody writes"
  !writer_out -> memory = newest;

invariant "who may read reads the newest value"
  forall n: node do cache[n].has != none -> cache[n].data = newest end;

cover "two readers"
  exists a: node do exists b: node do
    a != b & cache[a].has = to_read & cache[b].has = to_read
  end end;
