-- A reliable broadcast: whoever receives a message for the first time sends it on; messages are given by reference to the
-- routine that sends them out, which uses them as its own scratch variable.
-- true: node=3
const N: 3;
type node: scalarset(N); msg: record dst: node; origin: node; hops: 0..1; end;
var net: multiset [N * N] of msg; got: array [node] of boolean; origin: node; crashed: array [node] of boolean; dead: 0..1;
procedure send(m: msg);
begin
  if multisetcount(i: net, net[i].dst = m.dst) < N then multisetadd(m, net); end;
end;
procedure multicast(var m: msg; me: node);
begin
  for n: node do
    if n != me & !got[n] then
      m.dst := n;
      send(m);
    end;
  end;
end;
startstate undefine net; undefine origin; dead := 0; for n: node do got[n] := false; crashed[n] := false; end; end;
ruleset n: node do
  rule "start" isundefined(origin) ==>
  var m: msg;
  begin
    origin := n; got[n] := true;
    m.origin := n; m.hops := 0;
    multicast(m, n);
  end;
  rule "crash" dead = 0 & !crashed[n] ==> crashed[n] := true; dead := 1; end;
end;
choose i: net do
  rule "deliver" true ==>
  var m: msg;
  begin
    m := net[i];
    multisetremove(i, net);
    if !crashed[m.dst] & !got[m.dst] then
      got[m.dst] := true;
      if m.hops = 0 then m.hops := 1; multicast(m, m.dst); end;
    end;
  end;
end;
rule "rest" multisetcount(i: net, true) = 0 ==> end;
invariant "agreement" (!isundefined(origin) & multisetcount(i: net, true) = 0) -> forall n: node do got[n] | crashed[n] end;
