/* expect: exit=11 states=4 transitions=3 orbits=4 group=1 */
/* The trace has not come to its end when all processes wait. */
chan q = [2] of { byte };
active proctype A() { q!1; if :: q!2 :: skip fi; (false) }
trace { q!1; q!2 }
