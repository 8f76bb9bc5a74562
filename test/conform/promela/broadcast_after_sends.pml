/* expect: states=105 transitions=203 orbits=105 group=1 exit=0 */
/* The loop over the channels can block: three messages of another loop may be in one of them. */
chan q[3] = [2] of { byte };
active proctype S() { byte i, j;
  for (i : 1 .. 3) { q[0]!1 }
  atomic { j = 0; do :: j < 3 -> q[j]!2; j++ :: j == 3 -> break od; j = 0 } }
active [3] proctype R() { byte m; end: do :: q[_pid - 1]?m; m = 0 od }
