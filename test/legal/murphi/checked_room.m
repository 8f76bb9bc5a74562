-- group: node=none
-- refused: node line 15 fixed 3
-- used: node=S3
-- checked: 1
-- Each message is sent only if there is room, which is asked for in each iteration; there is always room.
const N: 3;
type node: scalarset(N); msg: record src: node; dst: node; end;
var net: multiset [N] of msg; up: array [node] of boolean;

function full(): boolean; begin return multisetcount(i: net, true) = N; end;
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
