/* expect: exit=0 states=1314 transitions=2567 orbits=1314 group=1 vanish=48 vanish_states=330 */
/* four processes that simply end: the youngest goes first, and nobody sees that */
byte n;
active [4] proctype W() { byte t; t = n; n = t + 1 }
