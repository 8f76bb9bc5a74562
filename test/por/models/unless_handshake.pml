/* A's step lets the escape of B happen, and so disables what fails. verdict: 14 */
chan c = [0] of { bit };
active proctype A() { skip; c?1 }
active proctype B() { { assert(false) } unless { c!1 } }
