/* The step that starts all processes is told statement by statement, with what it prints. */
/* run: check */
/* exit: 14 */
/* says: printf("begin %d\n", 3) */
/* says: proc 0 (:init:) run P(2) */
/* says: | begin 3 */
byte x;
proctype P(byte me) { x++; assert(x < 2) }
init { atomic { printf("begin %d\n", 3); run P(1); run P(2) } }
