/* The first step, which starts the processes, gives one of them something: a search uses what is alike from then on.
-- group: Pid=none
-- refused: Pid line 15 fixed 1
-- used: Pid=S3
*/
scalarset Pid[3]
byte flag[Pid]
Pid turn = 3
proctype p(Pid i) {
	do
	:: atomic { turn == 3 && flag[i] == 0 -> turn = i; flag[i] = 1 }
	:: atomic { turn == i -> turn = 3 }
	od
}
init { atomic { flag[1] = 2; run p(0); run p(1); run p(2) } }
