/* expect: exit=0 states=1539 transitions=5094 orbits=1539 group=1 */
/* Processes ask about each other by number; D_proctype; a run as an index. */
byte x, a[6] = 9;
chan q = [1] of { byte };
active proctype P() { do :: x < 3 -> x++ :: enabled(1) && x > 1 -> x = 0; break od; x = pc_value(1) }
active proctype Q() { end: do :: x == 3 -> x = 7 :: q!1; q?_ od }
active D_proctype R() {
    byte k = 1;
    do :: pc_value(k) >= 2 -> k = 3; break :: pc_value(k) == 0 -> assert(false) od
    assert(pc_value(7) == 0);
    k = enabled(0)
}
init { x = a[run S()]; x > 2 }
D_proctype S() { if :: q?1 -> q!1 :: timeout fi }
