/* expect: exit=14 states=509 transitions=509 orbits=509 group=1 */
/* As many processes as Spin allows are started by a loop, one by one; the next one finds no room. */
byte x
proctype p() { (false) }
init { do :: x = run p(); assert(x == _nr_pr - 1) od }
