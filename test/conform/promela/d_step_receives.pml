/* expect: exit=0 states=24 transitions=43 orbits=24 group=1 */
/* A d_step may begin with the receiving half of a rendez-vous, and loop afterwards. */
chan z = [0] of { byte, bit };
byte g;

active [2] proctype P()
{
    z!_pid,1;
    z!2,0;
    g = 1
}

active proctype Q()
{
    byte x;
    do
    :: d_step { z?x,1; do :: x < 4 -> x++ :: x >= 4 -> break od; g = x }
    :: d_step { z?x,0; x = 0 } unless { g == 1 }
    :: g == 1 -> break
    od
}
