-- What is false is shown also where a parameter before has no domain in the state.
-- run: check --deadlock=off -k
-- exit: 12
-- says: false here for i = 2, k = 0
type S: 1..2;
var net: array [S] of multiset [2] of 0..3; p: array [S] of S;
startstate begin undefine p; p[2] := 1; multisetadd(3, net[1]); end;
rule "put" multisetcount(k: net[2], true) < 2 ==> begin multisetadd(0, net[2]); end;
ruleset i: S do choose k: net[p[i]] do invariant "low" net[p[i]][k] < 2; end; end;
