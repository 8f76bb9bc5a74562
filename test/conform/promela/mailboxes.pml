/* expect: group=6 states=343 orbits=84 exit=0 */
chan q[3] = [2] of { byte };
active [3] proctype W() { byte m;
  do
  :: nfull(q[_pid]) -> q[_pid]!1
  :: q[_pid]?m; m = 0
  od }
