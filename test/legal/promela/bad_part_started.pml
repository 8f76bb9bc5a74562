/* Only two of the three elements have a process: the third one stays a number.
-- group: Pid=S2
-- refused: Pid line 8 fixed 1
*/
scalarset Pid[3]
byte flag[Pid]
Pid turn = 3
proctype p(Pid i) {
	do
	:: atomic { turn == 3 && flag[i] == 0 -> turn = i; flag[i] = 1 }
	:: atomic { turn == i -> turn = 2 }
	:: atomic { turn == 2 && flag[2] == 0 -> turn = 3 }
	:: turn != i -> flag[i] = 0
	od
}
init { atomic { run p(0); run p(1) } }
