/* An array that is indexed by process numbers and by those less one: elements with two numbers each.
-- group: W=none
-- refused: W line 9 fixed 3
*/
byte busy[4];
proctype W() {
	do
	:: busy[_pid] == 0 -> busy[_pid] = 1
	:: busy[_pid - 1] == 1 -> busy[_pid] = 0
	od
}
init { atomic { run W(); run W(); run W() } }
