/* As unless_loop.pml, by way of break. verdict: 14 */
chan c = [0] of { bit };
active proctype A() { do :: skip; break od; c?1 }
active proctype B() { { assert(false) } unless { c!1 } }
