/* expect: exit=0 states=42 transitions=110 orbits=42 group=1 */
/* Pids are compared by their order: nothing is permuted. */
byte best;
active [3] proctype p() {
    end: do
    :: _pid > best -> best = _pid
    :: best == _pid -> best = 0
    od
}
