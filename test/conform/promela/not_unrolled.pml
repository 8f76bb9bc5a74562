/* expect: states=18 transitions=66 orbits=18 group=1 exit=0 */
/* Nearly one statement for each process: a label inside, one statement that may block, one number too far. */
byte a[4]

proctype p(byte me) {
	do
	:: atomic { a[me] == 0 -> a[0] = 1; a[1] = 1; a[2] = 2 }
	:: atomic { a[me] == 1 -> if :: a[0] -> a[0] = 2 :: a[1] == 2 -> a[0] = 3 fi;
		if :: a[1] -> a[1] = 2 :: a[2] == 2 -> a[1] = 3 fi;
		if :: a[2] -> a[2] = 2 :: a[3] == 2 -> a[2] = 3 fi }
	:: atomic { a[me] > 1 -> a[1] = 0; a[2] = 0; a[3] = 0 }
	:: atomic { a[me] > 2 -> a[0] = 0; again: a[1] = 0; a[2] = 0; if :: a[3] -> a[3] = 0; goto again :: else fi }
	od
}

init { atomic { run p(0); run p(1); run p(2) } }
