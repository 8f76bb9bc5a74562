/* expect: states=53737 transitions=217138 orbits=53737 group=1 exit=0 */
/* Nearly one option for each process: they end apart, or outside of an atomic sequence the steps are seen. */
byte to = 3, seen[3]

proctype p(byte me) {
	byte x = 3;
	do
	:: to == 3 -> if :: to = 0; to = 1 :: to = 1; to = 2 :: to = 2; to = 0 fi
	:: atomic { to == me -> if :: x = 0; goto a :: x = 1 :: x = 2 fi; seen[me] = 1; a: seen[me] = x; x = 3 }
	:: if :: to == 0 -> seen[0] = 1 :: to == 1 -> seen[1] = 2 :: to == 2 -> seen[2] = 1 fi; to = 3
	od
}

init { atomic { run p(0); run p(1); run p(2) } }
