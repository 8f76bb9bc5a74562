/* As unless_loop.pml, by way of goto. verdict: 14 */
chan c = [0] of { bit };
active proctype A() { skip; goto there; skip; there: c?1 }
active proctype B() { { assert(false) } unless { c!1 } }
