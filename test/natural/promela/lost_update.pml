/* true: counter=3 */
/* exit: 14 */
/* The classic: a counter that is read and written in two steps loses updates. */
byte n;
byte done;

proctype counter()
{
	byte temp;

	temp = n;
	n = temp + 1;
	done++
}

init {
	run counter();
	run counter();
	run counter();
	(done == 3);
	assert(n == 3)
}
