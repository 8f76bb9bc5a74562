/* expect: exit=0 states=96 transitions=171 orbits=96 group=1 */
/* Numbers of processes in a structure that starts with 0, which is one of them. */
typedef T { byte who; bit z };
T t;
byte n;

active [3] proctype P()
{
    if
    :: t.who == _pid -> t.z = 1; n++
    :: t.who != _pid -> t.who = _pid
    fi
}
