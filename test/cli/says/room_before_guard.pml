/* A loop that is entered in front of its `run` starts one more process than its guard lets it. */
/* run: check --symmetry=off --deadlock=off */
/* says: assertion more than 5 processes run at one time: there is no room for this one HOLDS */
byte n;
proctype P() { n > 9 }
init {
	byte i;
	i = 0;
again:	run P();
	if
	:: i < 3 -> i++; goto again
	:: else
	fi
}
