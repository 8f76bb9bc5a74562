/* expect: exit=0 */
/* Hidden variables that are written before they are read in each step are no part of states. */
hidden byte v; hidden int k;
byte a, b;
active [2] proctype P() { do :: atomic { v = a + b; v = v % 3; a = v } :: d_step { k = b; b = (k + 1) % 4; k = 0 } :: atomic { a == 2 -> for (k : 0 .. 2) { b = (b + k) % 4 } } od }
