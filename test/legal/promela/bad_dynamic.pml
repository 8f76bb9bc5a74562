/* Processes that are run later on.
-- group: p=none
-- refused: p line 6 fixed 2
*/
bool busy[4]
proctype p(byte i) {
	do
	:: atomic { !busy[i] -> busy[i] = 1 }
	:: atomic { busy[i] -> busy[i] = 0 }
	od
}

init { run p(0); busy[3] = 1; run p(1) }
