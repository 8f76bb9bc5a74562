-- Paxos with one proposer in each of two rounds and messages in a multiset that are taken out when they are received.
-- true: acceptor=3
const ACCEPTORS: 3; ROUNDS: 2; NET: 3;
type
  acceptor: scalarset(ACCEPTORS);
  round: 1..ROUNDS;
  message: record
    kind: enum { prepare, promise, accept, accepted };
    rnd: round;
    node: acceptor;             -- or from, for promise and accepted
    seen: 0..ROUNDS;
    val: 0..ROUNDS;
  end;
var
  net: multiset [NET] of message;
  rnd: array [acceptor] of 0..ROUNDS;
  vrnd: array [acceptor] of 0..ROUNDS;
  vval: array [acceptor] of 0..ROUNDS;
  started: array [round] of boolean;
  promises: array [round] of 0..ACCEPTORS;
  best: array [round] of 0..ROUNDS;
  pick: array [round] of 0..ROUNDS;
  votes: array [round] of 0..ACCEPTORS;
  decided: 0..ROUNDS;

procedure reply(var m: message; k: 0..1);
var a: message;
begin
  a := m;
  if k = 0 then a.kind := promise; else a.kind := accepted; end;
  a.seen := vrnd[m.node];
  a.val := vval[m.node];
  multisetadd(a, net);
end;

procedure multicast(r: round; k: 0..1; v: 0..ROUNDS);
var m: message;
begin
  m.rnd := r;
  m.val := v;
  m.seen := 0;
  if k = 0 then m.kind := prepare; else m.kind := accept; end;
  for a: acceptor do
    m.node := a;
    multisetadd(m, net);
  end;
end;

startstate
  undefine net;
  for a: acceptor do rnd[a] := 0; vrnd[a] := 0; vval[a] := 0; end;
  for r: round do started[r] := false; promises[r] := 0; best[r] := 0; pick[r] := 0; votes[r] := 0; end;
  decided := 0;
end;

ruleset r: round do
  rule "start" !started[r] & multisetcount(i: net, true) = 0 ==>
    started[r] := true;
    multicast(r, 0, 0);
  end;
  rule "propose" promises[r] * 2 > ACCEPTORS & pick[r] = 0 & multisetcount(i: net, true) = 0 ==>
    if best[r] = 0 then pick[r] := r; else pick[r] := best[r]; end;
    multicast(r, 1, pick[r]);
  end;
end;

choose i: net do
  rule "lose" true ==> multisetremove(i, net); end;
  rule "receive" true ==>
  var m: message;
  begin
    m := net[i];
    multisetremove(i, net);
    switch m.kind
      case prepare:
        if m.rnd > rnd[m.node] then rnd[m.node] := m.rnd; reply(m, 0); end;
      case accept:
        if m.rnd >= rnd[m.node] then
          rnd[m.node] := m.rnd; vrnd[m.node] := m.rnd; vval[m.node] := m.val;
          reply(m, 1);
        end;
      case promise:
        promises[m.rnd] := promises[m.rnd] + 1;
        if m.seen > 0 then best[m.rnd] := m.val; end;
      case accepted:
        votes[m.rnd] := votes[m.rnd] + 1;
        if votes[m.rnd] * 2 > ACCEPTORS then
          assert decided = 0 | decided = m.val "two decisions";
          decided := m.val;
        end;
    end;
  end;
end;
