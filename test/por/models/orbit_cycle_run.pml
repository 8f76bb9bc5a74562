/* verdict: 13
   As orbit_cycle.pml, for a formula. */
byte x = 2;
byte y;
active proctype flip() { if :: x = 0 :: x = 1 fi; do :: d_step { x == 0 -> x = 1 } :: d_step { x == 1 -> x = 0 } od }
active proctype count() { y = 1; y = 2 }
ltl never_two { [] (y != 2) }
