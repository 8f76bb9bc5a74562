/* expect: low=holds */
/* expect --bound-depth=4: low=incomplete */
/* What was not searched may have a run that violates it. */
byte x;
active proctype P() { do :: x < 9 -> x++ :: x == 9 -> x = 0 od }
ltl low { [] <> (x < 9) }
