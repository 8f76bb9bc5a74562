/* expect: exit=14 states=1 transitions=1 orbits=1 group=1 */
/* Jumps; an option that begins with a break. */
chan q = [2] of { byte };
active proctype A() { q!1; q?1; q!2; q?2 }
trace { do :: q!1 :: q?1 -> goto on :: break od; q!1; on: q!2; do :: q?_ od }
