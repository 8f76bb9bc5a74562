-- group: node=none
-- refused: node line 14 fixed 3
-- used: node=none
-- The same, where the last message is lost.
const N: 3;
type node: scalarset(N); msg: record src: node; dst: node; end;
var net: multiset [1] of msg; up: array [node] of boolean;

function full(): boolean; begin return multisetcount(i: net, true) = 1; end;
procedure send(s: node; d: node);
var m: msg;
begin
  m.src := s; m.dst := d;
  if !full() then multisetadd(m, net); end;
end;

startstate undefine net; for n: node do up[n] := false; end; end;
ruleset n: node do
  rule "multicast" multisetcount(i: net, true) = 0 ==> for d: node do if d != n then send(n, d); end; end; end;
end;
choose i: net do rule "receive" true ==> up[net[i].dst] := !up[net[i].dst]; multisetremove(i, net); end; end;
