/* expect: exit=0 states=10 transitions=9 orbits=10 group=1 */
/* A notrace that is lost at the second event. */
mtype = { ask, answer };
chan q = [2] of { mtype, byte };
chan r = [0] of { byte };

active proctype A() { q!ask(1); r!3; q!ask(2); r!4 }
active proctype B() { byte n; do :: q?ask(n) -> r?n :: timeout -> break od }

notrace { do :: q!ask,1; q?ask,_ :: q!answer,_ od }
