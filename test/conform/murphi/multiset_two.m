-- expect: states=4 rules=7 exit=0
-- Two entries of one multiset: removing the first leaves the second where it is.

var m: multiset [3] of 0..2;
startstate begin undefine m; multisetadd(0, m); multisetadd(1, m); multisetadd(2, m); end;
choose i: m do choose j: m do
  rule "join" m[i] < m[j]
  ==> var s: 0..4; begin s := m[i] + m[j]; multisetremove(i, m); multisetremove(j, m); multisetadd(s % 3, m); end;
end; end;
rule "restart" multisetcount(i: m, true) < 3
==> begin undefine m; multisetadd(0, m); multisetadd(1, m); multisetadd(2, m); end;
