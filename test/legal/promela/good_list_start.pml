/* A list that gives all elements the same value tells none of them apart.
-- group: Pid=S3
*/
scalarset Pid[3]
byte flag[Pid] = { 2, 2 }
Pid turn = 3
proctype p(Pid i) {
	do
	:: atomic { turn == 3 && flag[i] > 0 -> turn = i; flag[i]-- }
	:: atomic { turn == i -> turn = 3 }
	od
}

init { atomic { run p(0); run p(1); run p(2) } }
