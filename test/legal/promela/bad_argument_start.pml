/* The processes are started with different second arguments.
-- group: Pid=none
-- refused: Pid line 9 fixed 1
-- refused: p line 9 fixed 3
*/
scalarset Pid[3]
byte flag[Pid]
Pid turn = 3
proctype p(Pid i; byte most) {
	do
	:: atomic { turn == 3 && flag[i] < most -> turn = i; flag[i]++ }
	:: atomic { turn == i -> turn = 3 }
	od
}

init { atomic { run p(0, 1); run p(1, 2); run p(2, 1) } }
