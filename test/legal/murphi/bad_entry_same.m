-- group: pid=none
-- refused: pid line 19 fixed 3
-- exit: 12
-- `net[x]` and `net[y]` may be the same multiset, which then loses two entries and gains one.
const N: 3;
type pid: scalarset (N);
var net: array [pid] of multiset [4] of pid; box: array [pid] of pid;

startstate "start" begin
  for p: pid do undefine net[p]; for q: pid do multisetadd (q, net[p]); end; undefine box[p]; end;
end;

ruleset x: pid; y: pid do
  choose i: net[x] do choose j: net[x] do
    rule "both" multisetcount (k: net[x], true) = 3 & net[x][i] != net[x][j] ==>
    begin
      multisetremove (i, net[x]); multisetremove (j, net[x]);
      multisetadd (y, net[y]);
      box[y] := net[x][i];
    end;
  end; end;
end;

invariant "box" forall p: pid do isundefined (box[p]) | box[p] = p end;
