-- expect: states=60 rules=200 exit=0
-- Entries that are records: fields are read and written, predicates see them.

type p: scalarset (2); msg: record dst: p; n: 0..1; end;
var net: multiset [2] of msg; seen: array [p] of boolean;
startstate begin undefine net; for i: p do seen[i] := false; end; end;
ruleset i: p; n: 0..1 do
  rule "send" multisetcount(k: net, true) < 2
  ==> var m: msg; begin m.dst := i; m.n := n; multisetadd(m, net); end;
end;
choose k: net do
  rule "bump" net[k].n = 0 ==> begin net[k].n := 1; end;
  rule "receive" net[k].n = 1 ==> begin seen[net[k].dst] := true; multisetremove(k, net); end;
end;
ruleset i: p do
  rule "lose" multisetcount(k: net, net[k].dst = i) = 2 ==> begin multisetremovepred(k: net, net[k].dst = i); end;
end;
