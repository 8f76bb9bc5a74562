/* expect: exit=14 states=2 transitions=2 orbits=2 group=1 */
/* An offer inside a d_step is an error. */
chan z = [0] of { byte };
byte g;

active proctype P()
{
    g++;
    d_step { g = 1; z!1 }
}

active proctype Q()
{
    byte x;
    z?x
}
