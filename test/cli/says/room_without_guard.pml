/* Where the first statement of a loop adds to its counter without a guard in front of it no number of rounds is known. */
/* run: check --symmetry=off --deadlock=off */
/* says: assertion more than 255 processes run at one time: there is no room for this one HOLDS */
byte n;
proctype P() { n > 99 }
init {
	byte i;
again:	i++;
	run P();
	if
	:: i < 3 -> goto again
	:: n < 9 -> n++; goto again
	:: n == 9
	fi
}
