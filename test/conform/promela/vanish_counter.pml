/* expect: vanish=48 vanish_states=330 exit=0 */
/* four processes that simply end: the youngest goes first, and nobody sees that */
byte n;
active [4] proctype W() { byte t; t = n; n = t + 1 }
