/* expect: exit=11 */
chan q[3] = [2] of { byte, byte }; chan r = [1] of { byte };
active [3] proctype W() { byte m, n;
  do
  :: atomic { nfull(q[0]) && nfull(q[1]) && nfull(q[2]) -> q[_pid]!_pid,2 }
  :: q[_pid]??m,n -> r!m; m = 0; n = 0
  :: len(q[_pid]) == 2 && q[_pid]?[m,n] -> q[_pid]?m,_; m = 0
  :: r?m -> q[m]!_pid,1; m = 0
  :: q[_pid]?eval(_pid),1
  od }
