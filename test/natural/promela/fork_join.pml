/* true: worker=3 */
/* Fork and join: the parent starts the workers, waits for all, looks at the sum. Workers end. */
#define WORKERS 3

byte sum, finished;

proctype worker()
{
	byte mine;

	mine = sum;
	atomic { sum++; mine = 0 };
	finished++
}

init {
	byte i;

	for (i : 1 .. WORKERS) {
		run worker()
	}
	finished == WORKERS;
	assert(sum == WORKERS)
}
