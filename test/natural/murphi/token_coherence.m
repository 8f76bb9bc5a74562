-- Token coherence: a fixed number of tokens for a line; a reader holds one, a writer all. Tokens travel in a multiset; the
-- owner token carries data. Broadcast of requests is left out: transient requests are what anybody does at any time.
-- true: proc=3 value=2
const
  P: 3;
  T: P;
  V: 2;
type
  proc: scalarset(P);
  value: scalarset(V);
  count: 0..T;
  message: record dst: proc; tokens: count; owner: boolean; data: value; end;
var
  tokens: array [proc] of count;
  owner: array [proc] of boolean;
  data: array [proc] of value;
  mem: record tokens: count; owner: boolean; data: value; end;
  net: multiset [2] of message;
  last: value;

function total(): 0..99;
var n: 0..99;
begin
  n := mem.tokens;
  for p: proc do n := n + tokens[p]; end;
  return n;
end;

procedure send(dst: proc; n: count; own: boolean; v: value);
var m: message;
begin
  m.dst := dst; m.tokens := n; m.owner := own;
  if own then m.data := v; else undefine m.data; end;
  multisetadd(m, net);
end;

startstate "memory owns all"
  for p: proc do tokens[p] := 0; owner[p] := false; undefine data[p]; end;
  mem.tokens := T;
  mem.owner := true;
  for v: value do mem.data := v; end;
  last := mem.data;
  undefine net;
end;

ruleset p: proc do
  rule "memory gives all" mem.tokens > 0 & mem.owner & multisetcount(i: net, true) = 0 ==>
    send(p, mem.tokens, true, mem.data);
    mem.tokens := 0;
    mem.owner := false;
  end;
  rule "write back" tokens[p] > 0 & owner[p] ==>
    mem.tokens := mem.tokens + tokens[p];
    mem.owner := true;
    mem.data := data[p];
    tokens[p] := 0; owner[p] := false; undefine data[p];
  end;
  ruleset v: value do
    rule "write" tokens[p] = T ==> data[p] := v; last := v; end;
  end;
end;

ruleset p: proc; q: proc do
  rule "give one" p != q & tokens[p] > 1 & !isundefined(data[p]) & multisetcount(i: net, true) < 2 ==>
    send(q, 1, false, data[p]);
    tokens[p] := tokens[p] - 1;
  end;
  rule "give all" p != q & tokens[p] > 0 & multisetcount(i: net, true) < 2 ==>
    send(q, tokens[p], owner[p], data[p]);
    tokens[p] := 0; owner[p] := false; undefine data[p];
  end;
end;

choose i: net do
  rule "receive" true ==>
  begin
    alias m: net[i] do
      tokens[m.dst] := tokens[m.dst] + m.tokens;
      if m.owner then owner[m.dst] := true; data[m.dst] := m.data; end;
    end;
    multisetremove(i, net);
  end;
end;

invariant "no token is made" total() <= T;
invariant "the owner is current" forall p: proc do owner[p] -> data[p] = last end;
invariant "one owner" forall p: proc do forall q: proc do owner[p] & owner[q] -> p = q end end;
