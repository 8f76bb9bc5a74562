/* expect: group=6 states=189 orbits=46 exit=0 */
chan q[3] = [2] of { byte };
active [3] proctype W() { byte j, m;
  do
  :: atomic { nfull(q[0]) && nfull(q[1]) && nfull(q[2]) -> j = 0; do :: j < 3 && j != _pid -> q[j]!1; j++ :: j == _pid -> j++ :: j == 3 -> break od; j = 0 }
  :: q[_pid]?m; m = 0
  od }
