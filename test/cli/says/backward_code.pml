/* A search backward executes no statement, so it does not say which ones are unreached. */
/* run: check --engine=symbolic --direction=backward */
/* says: deadlock no deadlock HOLDS */
/* says not: unreached */
byte x;
active proctype P() { do :: x < 3 -> x++ :: else -> x = 0 od }
