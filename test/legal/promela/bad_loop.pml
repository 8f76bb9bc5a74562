/* A loop over the elements in their order, in which the last one wins.
-- group: p=none
-- refused: p line 11 fixed 3
*/
bool want[3]
byte winner = 3
proctype p(byte i) {
	do
	:: want[i] = 1
	:: atomic { winner == i -> winner = 3 }
	:: d_step { want[i] -> winner = 3; if :: want[0] -> winner = 0 :: else fi;
		if :: want[1] -> winner = 1 :: else fi; if :: want[2] -> winner = 2 :: else fi; want[i] = 0 }
	od
}

init { atomic { run p(0); run p(1); run p(2) } }
