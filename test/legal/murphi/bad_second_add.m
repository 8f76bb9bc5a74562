-- group: pid=none
-- refused: pid line 17 fixed 3
-- exit: 12
-- Which of two removed entries an addition replaces is not settled.

const N: 3;
type pid: scalarset (N); small: 0..N;

var net: multiset [3] of pid; p: pid;
ruleset x: pid do startstate undefine net; p := x; end; end;
ruleset x: pid do rule "send" multisetcount (k: net, true) < 3 ==> multisetadd (x, net); end; end;
choose k: net do
  rule "take" true ==>
    multisetremove (k, net);
    multisetremovepred (l: net, net[l] = p);
    multisetadd (p, net);
    p := net[k];
  end;
end;
