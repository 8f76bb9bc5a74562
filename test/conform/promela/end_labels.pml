/* expect: exit=0 states=5 transitions=5 orbits=5 group=1 */
/* Both may wait for ever: a valid end. */
chan c = [1] of { bit };
active proctype A() { end: c?1; c?0; goto end }
active proctype B() { if :: c!1; c!0 :: skip fi; end_b: false }
