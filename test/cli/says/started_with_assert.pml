/* All processes that are alike are started by one step; not where a statement beside them may fail. */
/* run: check */
/* exit: 14 */
/* says: assertion assert(x == 1) VIOLATED */
/* says: symmetry: P S2 */
byte x;
proctype P(byte me) { x++; assert(x < 2) }
init { atomic { run P(1); assert(x == 1); run P(2) } }
