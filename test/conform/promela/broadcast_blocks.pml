/* expect: group=1 exit=11 */
chan q[3] = [2] of { byte };
active [3] proctype W() { byte j, m;
  do
  :: nfull(q[0]) && nfull(q[1]) && nfull(q[2]) -> atomic { j = 0; do :: j < 3 && j != _pid -> q[j]!1; j++ :: j == _pid -> j++ :: j == 3 -> break od; j = 0 }
  :: q[_pid]?m; m = 0
  od }
