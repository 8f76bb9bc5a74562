/* expect: exit=0 states=854 transitions=2450 orbits=854 group=1 */
/* Processes that die and come again without end, also children of children, which die in reverse order. */
byte n
proctype child(byte d) { n++; if :: d > 0 && _nr_pr < 6 -> run child(d - 1) :: else fi; n-- }
init { do :: _nr_pr == 1 -> assert(n == 0); run child(3) :: _nr_pr == 2 -> run child(0) od }
