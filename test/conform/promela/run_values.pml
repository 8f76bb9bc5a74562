/* expect: exit=0 states=116 transitions=190 orbits=116 group=1 */
/* run inside expressions. */
byte g;

proctype A(byte x)
{
    g = g + x
}

active proctype P()
{
    byte x;
    x = run A(1) + 3;
    assert(run A(x) > 0);
    if
    :: run A(x) -> g = 0
    :: x = 3
    fi
}
