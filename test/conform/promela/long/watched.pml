/* expect: exit=0 states=263 transitions=515 orbits=263 group=1 */
/* Variables and places of other processes, and who moved last. */
byte g; hidden byte scratch;

active [2] proctype P()
{
    byte mine = 1;
    mine = mine + _pid;
    scratch = mine;
here:
    g++;
    mine = 0
}

active proctype Q()
{
    byte seen;
    do
    :: P[0]@here && P[1]:mine == 2 -> seen = seen | 1
    :: P[1]@here && g > 0 -> seen = seen | 2; break
    :: P[0]:mine > 1 -> seen = 4
    :: g == 2 -> break
    od;
    if
    :: _last == 0 -> seen = 8
    :: _last != 0 -> seen = 9
    fi
}
