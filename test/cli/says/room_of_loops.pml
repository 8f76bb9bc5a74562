/* There is room for as many processes as the loops start, by the first values of the counters and by guards written either way. */
/* run: check --symmetry=off */
/* says: assertion more than 5 processes run at one time */
proctype P() { skip }
init {
	byte i = 2, k = 3;
	if :: k = 3 :: skip fi;
	do :: i == 4 -> break :: else -> run P(); i++ od;
	do :: 4 < k -> break :: else -> run P(); k++ od
}
