/* expect: exit=0 states=16 transitions=18 orbits=16 group=1 */
/* An else beside an offer is for when nobody takes it. */
chan z = [0] of { byte };
byte g;

active proctype P()
{
    do
    :: z!1 -> g = 1
    :: else -> g = 2; break
    od
}

active proctype Q()
{
    byte x;
    g = 3;
    end: z?x
}
