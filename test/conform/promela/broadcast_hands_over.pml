/* expect: group=1 exit=11 */
chan q[3] = [1] of { byte }; chan z = [0] of { byte };
active [3] proctype W() { byte j, m;
  do
  :: atomic { nfull(q[0]) && nfull(q[1]) && nfull(q[2]) -> j = 0; z!1; do :: j < 3 -> q[j]!1; j++ :: j == 3 -> break od; j = 0 }
  :: q[_pid]?m; m = 0
  :: z?_; q[_pid]!2
  od }
