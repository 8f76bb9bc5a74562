/* Of the states in which a step faults the least is shown, whichever of its statements faults there. */
/* run: check --engine=symbolic */
/* exit: 12 */
/* says: x: 0 -> 1 */
/* says: index 5 */
/* says not: x: 0 -> 3 */
byte x, a[3];
active proctype p() {
	if
	:: x = 3
	:: x = 2
	:: x = 1
	fi;
	d_step { a[0] = a[x]; a[1] = a[(x == 1 -> 5 : 0)] }
}
