-- Leader election of Raft: terms, votes, no log. Requests for votes and votes are messages in a multiset.
-- true: server=3
const SERVERS: 3; TERMS: 2; NET: 3;
type
  server: scalarset(SERVERS);
  term: 0..TERMS;
  message: record kind: enum { request_vote, vote, heartbeat }; term: term; src: server; dst: server; end;
var
  role: array [server] of enum { follower, candidate, leader };
  current: array [server] of term;
  voted_for: array [server] of server;
  votes: array [server] of array [server] of boolean;
  net: multiset [NET] of message;

function full(): boolean;
begin return multisetcount(i: net, true) = NET; end;

procedure step_down(s: server; t: term);
begin
  current[s] := t;
  role[s] := follower;
  undefine voted_for[s];
  for q: server do votes[s][q] := false; end;
end;

procedure send(k: 0..2; t: term; from: server; dest: server);
var m: message;
begin
  switch k case 0: m.kind := request_vote; case 1: m.kind := vote; else m.kind := heartbeat; end;
  m.term := t; m.src := from; m.dst := dest;
  if !full() then multisetadd(m, net); end;
end;

startstate "boot"
  for s: server do step_down(s, 0); end;
  undefine net;
end;

ruleset s: server do
  rule "timeout" role[s] != leader & current[s] < TERMS & multisetcount(i: net, true) = 0 ==>
    current[s] := current[s] + 1;
    role[s] := candidate;
    voted_for[s] := s;
    for q: server do votes[s][q] := q = s; end;
    for q: server do if q != s then send(0, current[s], s, q); end; end;
  end;
  rule "restart" role[s] != follower & multisetcount(i: net, true) = 0 ==>
    role[s] := follower;
    for q: server do votes[s][q] := false; end;
  end;
  rule "become leader" role[s] = candidate ==>
  var n: 0..SERVERS;
  begin
    n := 0;
    for q: server do if votes[s][q] then n := n + 1; end; end;
    if n * 2 > SERVERS then role[s] := leader; end;
  end;
end;

choose i: net do
  alias m: net[i] do
    rule "drop" true ==> multisetremove(i, net); end;
    rule "handle" true ==>
      if m.term > current[m.dst] then step_down(m.dst, m.term); end;
      if m.term = current[m.dst] then
        switch m.kind
          case request_vote:
            if isundefined(voted_for[m.dst]) then
              voted_for[m.dst] := m.src;
              send(1, m.term, m.dst, m.src);
            elsif voted_for[m.dst] = m.src then
              send(1, m.term, m.dst, m.src);
            end;
          case vote:
            if role[m.dst] = candidate then votes[m.dst][m.src] := true; end;
          else
        end;
      end;
      multisetremove(i, net);
    end;
  end;
end;

invariant "one leader in a term"
  forall a: server do forall b: server do
    a != b & role[a] = leader & role[b] = leader -> current[a] != current[b]
  end end;
