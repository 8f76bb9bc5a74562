/* An assertion that names one element: its stabiliser remains.
-- group: p=S2
-- refused: p line 10 fixed 1
-- exit: 14
*/
byte in = 3
proctype p(byte i) {
	do
	:: atomic { in == 3 -> in = i }
	:: atomic { in == i -> assert(i != 2); in = 3 }
	od
}

init { atomic { run p(0); run p(1); run p(2) } }
