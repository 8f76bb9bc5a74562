/* expect: exit=0 states=52 transitions=114 orbits=52 group=1 */
/* Pids in messages; messages are taken from the midst. */
chan q = [3] of { byte };
active [3] proctype A() { q!_pid; q??eval(_pid) }
trace { do :: q!0 :: q!1 :: q!2 od }
