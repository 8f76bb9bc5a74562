/* Processes that are run later on.
-- group: p=none
-- refused: p line 14 fixed 1
-- used: p=S2
*/
bool busy[4]
proctype p(byte i) {
	do
	:: atomic { !busy[i] -> busy[i] = 1 }
	:: atomic { busy[i] -> busy[i] = 0 }
	od
}

init { run p(0); busy[3] = 1; run p(1) }
