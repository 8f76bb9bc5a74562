/* expect: states=57 transitions=57 orbits=57 group=1 exit=14 */
/* The assertion fails when there are more processes than the search begins with room for. */
byte x;
proctype P(byte d) {
  do
  :: d < 18 -> x = (x + 1) % 3; run P(d + 1); break
  :: d == 18 -> assert(x == 2); break
  od;
  _nr_pr == _pid + 1
}
init { run P(0) }
