/* expect: states=86 transitions=85 orbits=86 group=1 exit=0 */
/* 21 processes at one time, and init: more than the search begins with room for. Each waits until it is the youngest. */
proctype P(byte d) {
  if
  :: d < 20 -> run P(d + 1)
  :: else
  fi;
  _nr_pr == _pid + 1
}
init { run P(0) }
