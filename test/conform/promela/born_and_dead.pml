/* expect: exit=0 states=7480 transitions=22360 orbits=7480 group=1 */
/* Processes die in reverse order; the pid of the next one depends on who is left. */
byte last;
proctype child(byte depth) {
    pid p;
    if :: depth < 2 -> p = run child(depth + 1); last = p :: else fi;
    last = _pid
}
init { run child(0); run child(1); _nr_pr == 1 }
