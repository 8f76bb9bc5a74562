/* verdict: 14
   A cycle of orbits: detected symmetry takes one of the two steps of flip to the other, and exchanges 0 and 1. Either of
   them can be done without in a cycle of states, but then nothing is left in a cycle of orbits. */
byte x = 2;
byte y;
active proctype flip() { if :: x = 0 :: x = 1 fi; do :: d_step { x == 0 -> x = 1 } :: d_step { x == 1 -> x = 0 } od }
active proctype count() { y = 1; y = 2; assert(false) }
