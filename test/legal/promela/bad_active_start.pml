/* Processes that are there from the start, and an array over their numbers that starts unlike for one of them.
-- group: p=S3
-- starts: p=none
-- start refused: p line 6 fixed 1
*/
byte flag[3] = { 0, 0, 1 }
byte turn = 3
active [3] proctype p() {
	do
	:: atomic { turn == 3 && flag[_pid] == 0 -> turn = _pid; flag[_pid] = 1 }
	:: atomic { turn == _pid -> turn = 3 }
	od
}
