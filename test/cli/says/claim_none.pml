/* The formulas of the model are left out, and all that goes without them can be asked for. */
/* run: check --claim=none --dead=reset */
/* says: assertion */
/* says not: temporal */
byte x;
active proctype P() { do :: x < 3 -> x++ :: else -> x = 0; assert(x == 0) od }
ltl never_three { [] (x != 3) }
ltl often_two { []<> (x == 2) }
