/* expect: exit=14 states=4 transitions=4 orbits=4 group=1 */
/* Both receives of a D_proctype can take the offer. */
chan c = [0] of { byte };
byte got;
D_proctype r() { if :: c ? 1 -> got = 1 :: c ? 1 -> got = 2 fi }
active proctype s() { c ! 1 }
init { run r() }
