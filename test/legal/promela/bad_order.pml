/* Elements are put in order.
-- group: p=none
-- refused: p line 8 fixed 3
*/
byte turn = 3
proctype p(byte i) {
	do
	:: atomic { turn > i -> turn = i }
	:: atomic { turn == i -> turn = 3 }
	od
}

init { atomic { run p(0); run p(1); run p(2) } }
