/* One of two processes and the other one.
-- group: W=S2
*/
bool want[2]; byte turn = 2; byte inside;
active [2] proctype W() {
	do
	:: want[_pid] = true; turn = 1 - _pid;
	   (!want[(_pid + 1) % 2] || turn == _pid);
	   inside++; assert(inside == 1); inside--;
	   want[_pid] = false
	od
}
