-- The protocol of Needham and Schroeder with public keys, one run of each agent, an intruder that learns nonces.
-- true: ini=1 res=2
-- exit: 12
const INITIATORS: 1; RESPONDERS: 2; NET: 1;
type
  ini: scalarset(INITIATORS); res: scalarset(RESPONDERS); bad: enum { intruder };
  agent: union { ini, res, bad };
  message: record key: agent; kind: enum { na_a, na_nb, nb }; n1: agent; n2: agent; who: agent; end;
var
  net: multiset [NET] of message;
  i_state: array [ini] of record st: enum { i_sleep, i_wait, i_commit }; with: agent; end;
  r_state: array [res] of record st: enum { r_sleep, r_wait, r_commit }; with: agent; end;
  knows: array [agent] of boolean;       -- the intruder knows this agent's nonce
startstate
  undefine net;
  for a: ini do i_state[a].st := i_sleep; undefine i_state[a].with; end;
  for b: res do r_state[b].st := r_sleep; undefine r_state[b].with; end;
  for x: agent do knows[x] := false; end;
  knows[intruder] := true;
end;
ruleset a: ini; b: agent do
  rule "1" i_state[a].st = i_sleep & !ismember(b, ini) & multisetcount(l: net, true) < NET ==>
  var m: message;
  begin
    m.key := b; m.kind := na_a; m.n1 := a; m.who := a;
    multisetadd(m, net);
    i_state[a].st := i_wait; i_state[a].with := b;
  end;
end;
ruleset b: res do
  choose j: net do
    rule "2" net[j].key = b & net[j].kind = na_a & r_state[b].st = r_sleep ==>
    var m: message;
    begin
      m.key := net[j].who; m.kind := na_nb; m.n1 := net[j].n1; m.n2 := b;
      r_state[b].st := r_wait; r_state[b].with := net[j].who;
      multisetremove(j, net);
      multisetadd(m, net);
    end;
    rule "done" net[j].key = b & net[j].kind = nb & r_state[b].st = r_wait ==>
      if net[j].n1 = b then r_state[b].st := r_commit; end;
      multisetremove(j, net);
    end;
  end;
end;
ruleset a: ini do
  choose j: net do
    rule "3" net[j].key = a & net[j].kind = na_nb & i_state[a].st = i_wait ==>
    var m: message;
    begin
      if net[j].n1 = a then
        m.key := i_state[a].with; m.kind := nb; m.n1 := net[j].n2;
        i_state[a].st := i_commit;
        multisetremove(j, net);
        multisetadd(m, net);
      else
        multisetremove(j, net);
      end;
    end;
  end;
end;
choose j: net do
  rule "intercept" true ==>
    if net[j].key = intruder then
      if !isundefined(net[j].n1) then knows[net[j].n1] := true; end;
      if !isundefined(net[j].n2) then knows[net[j].n2] := true; end;
    end;
    multisetremove(j, net);
  end;
end;
ruleset b: res; x: agent do
  rule "forge 1" knows[x] & !ismember(x, res) & multisetcount(l: net, true) < NET ==>
  var m: message;
  begin
    m.key := b; m.kind := na_a; m.n1 := x; m.who := x;
    multisetadd(m, net);
  end;
  rule "forge 3" knows[x] & multisetcount(l: net, true) < NET ==>
  var m: message;
  begin
    m.key := b; m.kind := nb; m.n1 := x;
    multisetadd(m, net);
  end;
end;
invariant "responder authenticates"
  forall b: res do r_state[b].st = r_commit & ismember(r_state[b].with, ini) ->
    (exists a: ini do i_state[a].with = b & r_state[b].with = a end) end;
