-- group: P=S3
-- The only removal from `net` comes last; `sh` loses and gains entries before.
type P: scalarset(3);
M: record who: P; k: 0..1; end;
var net: multiset [3] of M; sh: multiset [3] of P;
procedure drop(p: P); begin multisetremovepred(i: sh, sh[i] = p); end;
procedure send(p: P; k: 0..1); var m: M; begin m.who := p; m.k := k; assert multisetcount(i: net, true) < 3 "full"; multisetadd(m, net); end;
procedure receive(m: M);
begin
  drop(m.who);
  if m.k = 0 then
    multisetadd(m.who, sh);
    send(m.who, 1);
  end;
end;
startstate begin undefine net; undefine sh; end;
ruleset p: P do
  rule "ask" multisetcount(i: net, true) < 2 ==> begin send(p, 0); end;
end;
choose i: net do alias m: net[i] do
  rule "receive" true ==> begin receive(m); multisetremove(i, net); end;
end; end;
