/* What init does later, as a process of its own, is no part of the step that starts all processes. */
/* run: check */
/* exit: 14 */
/* says: 3 proc 0 (:init:) run P(2) started_then_alone.pml:9 | begin 3 P(1):me = 1 */
/* says: 4 proc 0 (:init:) x = 3 started_then_alone.pml:9 x: 0 -> 3 */
/* says: 5 proc 0 (:init:) printf("later\n") started_then_alone.pml:9 | later */
byte x;
proctype P(byte me) { x == 7 -> assert(false) }
init { atomic { printf("begin %d\n", 3); run P(1); run P(2) }; x = 3; printf("later\n"); x = 7 }
