/* Each process starts the next one, under the number that the counter of processes tells, and counts by itself then.
   verdict: 0. reduced: yes */
proctype next(byte k)
{
	byte i;
	if :: k < 3 -> run next(k + 1) :: else fi;
	do :: i < 3 -> i++ :: else -> break od
}
init { run next(0) }
