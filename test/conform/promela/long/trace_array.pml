/* expect: exit=0 states=7 transitions=6 orbits=7 group=1 */
/* Elements of an array of channels. */
chan q[2] = [1] of { byte }; byte g;
active proctype A() { q[0]!1; g = 1; q[1]!1; q[1]?1; q[0]?_ }
trace { q[0]!1; q[1]!_; q[1]?1 }
