/* A first value that is the process number.
-- group: W=S4
*/
bool want[5]; byte inside;
proctype W() { byte me = _pid;
  do :: atomic { inside == 0 -> want[me] = true; inside++ }; atomic { inside--; want[me] = false } od }
init { atomic { run W(); run W(); run W(); run W() } }
