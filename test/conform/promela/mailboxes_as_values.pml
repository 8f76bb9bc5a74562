/* expect: group=1 states=51 exit=0 */
/* An array of channels that is read as a value, here in an option within an option, holds numbers of channels. */
chan q[3] = [1] of { byte }; chan t;
proctype W() { byte m;
  do
  :: empty(q[_pid]) -> q[_pid]!1
  :: q[_pid]?m -> m = 0; if :: t = q[1] :: skip fi
  od }
init { atomic { run W(); run W() } }
