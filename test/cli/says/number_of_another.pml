/* A process of the first kind may have ended before another one is started, which then has its number. */
/* run: check */
/* exit: 14 */
/* says: assertion assert(_pid == 2) VIOLATED */
proctype A() { skip }
init { run A(); run B() }
proctype B() { assert(_pid == 2) }
