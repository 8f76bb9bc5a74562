/* expect: exit=11 states=3 transitions=2 orbits=3 group=1 */
/* One waits for what never comes, in a state that is no end. */
chan c = [1] of { bit };
active proctype A() { c?1 }
active proctype B() { c!0 }
