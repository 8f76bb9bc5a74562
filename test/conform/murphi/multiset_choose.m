-- expect: states=10 rules=32 exit=0
-- Choose picks each entry; equal entries count one by one.

var m: multiset [3] of 0..1;
startstate begin undefine m; end;
ruleset v: 0..1 do
  rule "add" multisetcount(i: m, true) < 3 ==> begin multisetadd(v, m); end;
end;
choose i: m do
  rule "remove" begin multisetremove(i, m); end;
end;
