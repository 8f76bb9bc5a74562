/* expect: states=1025 transitions=10369 orbits=189 group=6 exit=0 */
/* One option for each process, in front of an else, with what follows inside an atomic sequence, with messages. */
byte to = 3, seen[3] = 3
chan all = [1] of { byte }

proctype p(byte me) {
	byte x = 3;
	do
	:: atomic { to == 3 -> if :: x = 0 :: x = 1 :: x = 2 fi; to = x; x = 3 }
	:: atomic { nfull(all) -> if :: all!0 :: all!1 :: all!2 fi }
	:: atomic { to != 3 && to != me && seen[me] == 3 -> if :: to == 0 -> seen[me] = 0; to = 3
		:: to == 1 -> seen[me] = 1; to = 3
		:: to == 2 -> seen[me] = 2; to = 3 :: else -> seen[me] = me fi }
	:: atomic { seen[me] != 3 -> if :: all?0 :: all?1 :: all?2 :: else fi; seen[me] = 3 }
	:: atomic { all?x; seen[x] = me; x = 3 }
	:: atomic { to == me -> to = 3 }
	od
}

init { atomic { run p(0); run p(1); run p(2) } }
