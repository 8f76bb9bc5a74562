/* expect: exit=12 group=1 */
/* A channel for each process but the last, which finds none. */
chan q[2] = [1] of { byte };
active [3] proctype p() { byte x; end: do :: q[_pid]!1 :: q[_pid]?x od }
