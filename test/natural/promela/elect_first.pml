/* true: candidate=3 */
/* Compare and swap elects a leader; the others learn its number and follow. -1 is nobody. */
#define N 3

short leader = -1;
short follows[N];

proctype candidate(short me)
{
	follows[me] = -1;
	if
	:: d_step { leader == -1 -> leader = me }
	:: leader != -1
	fi;
	follows[me] = leader;
	assert(follows[me] == leader);
end:	do
	:: follows[me] == me -> skip
	od
}

init {
	atomic {
		run candidate(0);
		run candidate(1);
		run candidate(2)
	}
}
