/* expect: exit=14 states=1 transitions=1 orbits=1 group=1 */
/* Two events match. */
chan q = [2] of { byte, byte };
active proctype A() { do :: q!1,2 :: q?_,_ od }
trace { do :: q!1,_ :: q!_,2 ; q!1,2 od }
