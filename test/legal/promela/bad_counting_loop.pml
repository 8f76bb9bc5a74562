/* A loop that counts through the elements.
-- group: p=none
-- refused: p line 10 fixed 1
-- refused: p line 13 fixed 1
-- refused: p line 13 fixed 3
*/
bool want[3]
byte winner = 3
proctype p(byte i) {
	byte k;
	do
	:: want[i] = 1
	:: d_step { want[i] -> k = 0; do :: k < 3 && !want[k] -> k++ :: else -> break od; winner = k; k = 0; want[i] = 0 }
	od
}

init { atomic { run p(0); run p(1); run p(2) } }
