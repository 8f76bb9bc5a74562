/* expect: exit=0 states=6 transitions=5 orbits=6 group=1 */
/* It may end there. */
chan q = [2] of { byte };
active proctype A() { q!1; if :: q!2 :: skip fi }
trace { q!1; end: q!2 }
