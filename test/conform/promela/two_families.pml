/* expect: states=609 transitions=1873 orbits=123 group=6 exit=0 */
/* Two families over one scalarset, started in turn. */
bool flag[3]; byte turn = 3; chan q = [1] of { byte, bool }

proctype user(byte i) {
	bool x;
	do
	:: atomic { !flag[i] -> flag[i] = 1; turn = i }
	:: q?eval(i), x
	od
}

proctype helper(byte i) {
	do
	:: atomic { flag[i] && turn == i -> turn = 3; flag[i] = 0 }
	:: atomic { flag[i] && nfull(q) -> q!i, 1 }
	od
}

init { atomic { run user(0); run helper(0); run user(1); run helper(1); run user(2); run helper(2) } }
