-- group: pid=none
-- refused: pid line 20 fixed 3
-- exit: 12
-- An entry is used after others may have taken its place.

const N: 3;
type pid: scalarset (N); small: 0..N;

  msg: record from: pid; end;
var net: multiset [3] of msg; p: pid;
procedure send (x: pid); var m: msg; begin m.from := x; multisetadd (m, net); end;
ruleset x: pid do startstate undefine net; p := x; end; end;
ruleset x: pid do rule "send" multisetcount (k: net, true) < 3 ==> send (x); end; end;
choose k: net do
  choose l: net do
    rule "take" k != l ==>
      multisetremove (k, net);
      multisetremove (l, net);
      send (p);
      p := net[k].from;
    end;
  end;
end;
