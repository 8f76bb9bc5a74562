/* expect: exit=14 states=9 transitions=14 orbits=9 group=1 vanish=5 vanish_states=9 */
/* `timeout` waits for processes to vanish, and then it comes */
byte n;
active [3] proctype P() { n++ }
active proctype Watch() { timeout -> assert(n != 3) }
