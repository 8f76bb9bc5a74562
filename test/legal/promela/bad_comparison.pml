/* A comparison with a number that is true for some process numbers only.
-- group: W=none
-- refused: W line 8 fixed 4
*/
byte owner; bool held[4];
active [4] proctype W() {
	do
	:: atomic { owner == 0 && _pid < 3 -> owner = 1; held[_pid] = true }
	:: atomic { held[_pid] -> owner = 0; held[_pid] = false }
	od
}
