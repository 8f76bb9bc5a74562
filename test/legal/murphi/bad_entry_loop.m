-- group: pid=none
-- refused: pid line 14 fixed 3
-- Additions in a loop: which of them takes the place of a removed entry?

const N: 3;
type pid: scalarset (N); small: 0..N;

var net: multiset [6] of pid; p: pid;
ruleset x: pid do startstate undefine net; multisetadd (x, net); p := x; end; end;
choose k: net do
  rule "take" multisetcount (l: net, true) <= 4 ==>
    multisetremove (k, net);
    for i: pid do multisetadd (i, net); end;
    p := net[k];
  end;
end;
