/* A notrace of what one process receives: nobody else has to do with it, so sends and receives of all channels of the
 * ring accord, and one run is enough: 19 steps. verdict: 14. reduced: yes */
/* args: --deadlock=off */
/* stored 20: --deadlock=off --symmetry=off --por=stubborn -k */
#define N 4
chan q[N] = [2] of { byte };
notrace {
    q[0]?1; q[0]?2
}
proctype node(chan inp, out; byte me)
{
    byte x;
    out!1;
    inp?x;
    out!2;
    inp?x
}
init {
    byte i;
    atomic {
        do
        :: i < N -> run node(q[i], q[(i + 1) % N], i); i++
        :: else -> break
        od
    }
}
