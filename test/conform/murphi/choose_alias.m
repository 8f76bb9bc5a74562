-- expect: states=30 rules=81 exit=0
-- A choice between equal entries, and aliases of the chosen entry.

type msg: record n: 0..2; end;
var net: multiset [2] of msg; got: 0..2;
startstate begin undefine net; got := 0; end;
ruleset k: 0..2 do
  rule "send" multisetcount(i: net, true) < 2 ==>
  var m: msg;
  begin
    m.n := k;
    multisetadd(m, net);
  end;
end;
choose i: net do
  alias m: net[i]; v: m.n do
    rule "take" m.n > 0 ==> begin got := v; multisetremove(i, net); end;
    rule "raise" m.n = 0 ==> begin m.n := 1; end;
  end;
end;
