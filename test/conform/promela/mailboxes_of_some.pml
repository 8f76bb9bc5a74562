/* expect: group=6 states=5 orbits=3 exit=0 */
chan q[4] = [1] of { byte }; byte tok = 9;
proctype W() { byte m;
  do
  :: atomic { empty(q[_pid]) && tok == 9 -> tok = _pid; q[_pid]!_pid }
  :: atomic { q[_pid]?m -> tok = 9; m = 0 }
  od }
init { atomic { run W(); run W(); run W() } }
