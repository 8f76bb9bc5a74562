/* true: philosopher=3 */
/* A waiter with a table of records; states are mtypes, steps are inline macros. */
#define SEATS 3

mtype = { thinking, hungry, eating };

typedef seat { mtype state; bit fed };

seat table[SEATS];
byte forks = 2;

inline become(s) { table[me].state = s }

proctype philosopher(byte me)
{
	become(thinking);
	do
	:: table[me].state == thinking -> become(hungry)
	:: atomic { table[me].state == hungry && forks >= 2 -> forks = forks - 2; become(eating) }
	:: table[me].state == eating ->
		table[me].fed = 1;
		d_step { forks = forks + 2; become(thinking) }
	od
}

init {
	byte i;
	for (i : 0 .. SEATS - 1) {
		run philosopher(i)
	}
}
