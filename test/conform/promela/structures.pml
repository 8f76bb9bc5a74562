/* expect: exit=11 states=359 transitions=530 orbits=359 group=1 */
/* Channels and first values in the fields of structures, of variables of processes, too. */
typedef S { chan d[2] = [1] of { byte, bit }; byte q = 3 };
typedef T { chan c = [1] of { byte }; byte x = 4; S s[2] };
T t;
T u[2];
chan k = [2] of { chan };

active [2] proctype P()
{
    T w;
    byte y;
    bit b;
    w.s[1].d[0]!_pid,1;
    t.s[0].d[1]!y,0;
    if
    :: t.s[0].d[1]?y,b
    :: w.s[1].d[0]?y,b
    fi;
    k!w.c;
    k?t.c;
    t.c!2;
    u[0].c = t.c;
    u[0].c?y;
    assert(y == 2);
    if
    :: t.x == 4 -> y = 9
    :: t.s[1].q == 3 -> y = 8
    fi
}
