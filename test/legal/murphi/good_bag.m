-- group: pid=S3
-- Entries are added, counted, chosen and removed.

const N: 3;
type pid: scalarset (N); small: 0..N;

  msg: record from: pid; n: small; end;
var net: multiset [4] of msg; got: array [pid] of small;
procedure send (x: pid; k: small); var m: msg; begin m.from := x; m.n := k; multisetadd (m, net); end;
startstate undefine net; for i: pid do got[i] := 0; end; end;
rule "all" multisetcount (k: net, true) = 0 ==> for i: pid do send (i, got[i]); end; end;
choose k: net do
  rule "take" true ==>
    alias m: net[k] do
      got[m.from] := (m.n + 1) % 2;
      if multisetcount (l: net, net[l].from = m.from) = 1 & got[m.from] = 0 then send (m.from, 2); end;
    end;
    multisetremove (k, net);
  end;
end;
rule "drop" true ==> multisetremovepred (k: net, net[k].n = 1); end;
