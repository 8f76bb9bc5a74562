/* A field that holds an element starts with one and the same element for all.
-- group: Pid=S3
-- starts: Pid=none
-- start refused: Pid line 7 fixed 1
-- start refused: Pid line 8 fixed 1
*/
scalarset Pid[3]; typedef T { Pid owner = 1 }
T t[Pid]
Pid turn = 3
proctype p(Pid i) {
	do
	:: atomic { turn == 3 -> turn = t[i].owner; t[i].owner = i }
	:: atomic { turn == i -> turn = 3 }
	od
}
init { atomic { run p(0); run p(1); run p(2) } }
