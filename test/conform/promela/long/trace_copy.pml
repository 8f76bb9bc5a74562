/* expect: exit=11 states=3 transitions=2 orbits=3 group=1 */
/* A receive that only copies is no event; parts are cut to the fields of the channel. */
chan q = [2] of { byte, bool }; byte x;
active proctype A() { q!300,2; q?<x,_>; q?[44,1]; q??x,_; assert(x == 44) }
trace { q!44,_; q?44,_ }
