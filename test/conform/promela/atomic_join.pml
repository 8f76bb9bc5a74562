/* expect: states=105 transitions=574 orbits=69 group=2 exit=0 */
/* Several statements of an atomic sequence lead to one: by the end of a selection, and by jumps. */
byte x, y; byte z[2];
active [2] proctype P() {
  byte l;
again:
  do
  :: atomic { x < 3 -> if :: l = 1; z[_pid] = 1 :: l = 2; x++ :: l = 0; goto tail :: y > 1 -> y = 0 fi;
              z[_pid] = l; y = (y + l) % 3;
tail:         x = (x + 1) % 4; l = 0; if :: y == 1 -> goto again :: else -> assert(x < 4) fi; x = x }
  :: atomic { x == 3 -> x = 0; z[_pid] = 0; goto again }
  od
}
