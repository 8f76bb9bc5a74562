/* true: thread=3 */
/* exit: 0 */
/* Threads take two locks in one order; the owner of each is noted, 0 is nobody. */
byte lock_a, lock_b;
byte inside;

inline acquire(l) { atomic { l == 0 -> l = _pid } }
inline release(l) { assert(l == _pid); l = 0 }

proctype thread()
{
	do
	:: acquire(lock_a);
	   acquire(lock_b);
	   inside++;
	   assert(inside == 1);
	   inside--;
	   release(lock_b);
	   release(lock_a)
	od
}

init { run thread(); run thread(); run thread() }
