/* An array over a scalarset starts with a list of different values: the elements are told apart.
-- group: Pid=S3
-- starts: Pid=none
-- start refused: Pid line 7 fixed 1
*/
scalarset Pid[3]
byte flag[Pid] = { 1, 0 }
Pid turn = 3
proctype p(Pid i) {
	do
	:: atomic { turn == 3 && flag[i] == 0 -> turn = i; flag[i] = 1 }
	:: atomic { turn == i -> turn = 3 }
	od
}

init { atomic { run p(0); run p(1); run p(2) } }
