/* Elements are computed with.
-- group: p=none
-- refused: p line 9 fixed 3
*/
byte next[3]

proctype p(byte i) {
	do
	:: next[i] = (i + 1) % 3
	:: next[i] = i
	od
}

init { atomic { run p(0); run p(1); run p(2) } }
