/* expect: exit=0 states=17 transitions=20 orbits=17 group=1 */
/* pan: -DBFS */
/* The message does not fit into the variable that it is received into. Going back, Spin's depth-first search puts the
   variable's value into the channel again: it then misses the last option of B (10 states, 12 transitions); with -DBFS,
   where states come from memory, it does not. */
chan q = [1] of { byte };
bit b;
byte x;
active proctype A() { q!2; end: q?b }
active proctype B() { end: nempty(q); end1: if :: x = 1 :: q?[2] -> x = 2 fi }
