/* expect: exit=14 */
/* The escape is taken where its offer is, so the assertion is reached only while A is not ready. */
chan c = [0] of { bit };
active proctype A() { skip; c?1 }
active proctype B() { assert(false) unless c!1 }
