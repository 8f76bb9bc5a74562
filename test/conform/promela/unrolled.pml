/* expect: states=130 transitions=298 orbits=32 group=6 exit=0 */
/* Sequences with one statement for each process are loops, also in a d_step and at the end of an atomic sequence. */
bool msg[3], ack[3]
byte n

proctype p(byte me) {
	byte seen;
end:	do
	:: atomic {
		msg[me] == 0 && n < 2 -> n++;
		if :: me != 0 -> msg[0] = 1; ack[0] = 0 :: else fi;
		if :: me != 1 -> msg[1] = 1; ack[1] = 0 :: else fi;
		if :: me != 2 -> msg[2] = 1; ack[2] = 0 :: else fi
	}
	:: d_step { msg[me] -> msg[me] = 0; seen = 0;
		if :: ack[0] -> seen = 1 :: else fi;
		if :: ack[1] -> seen = 1 :: else fi;
		if :: ack[2] -> seen = 1 :: else fi;
		ack[me] = 1 }
	:: atomic { seen -> ack[0] = 0; ack[1] = 0; ack[2] = 0 }
	od
}

init { atomic { run p(0); run p(1); run p(2) } }
