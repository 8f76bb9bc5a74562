/* Elements become numbers.
-- group: p=none
-- refused: p line 10 fixed 3
-- refused: p line 11 fixed 1
*/
byte last; byte count
proctype p(byte i) {
	do
	:: last = i
	:: atomic { count < 3 -> count = last + 1 }
	:: atomic { count == 3 -> count = 0 }
	od
}

init { atomic { run p(0); run p(1); run p(2) } }
