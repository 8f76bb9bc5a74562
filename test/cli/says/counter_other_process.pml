/* Processes that are counted have no names: a step that writes down one it does not know is refused. */
/* run: check --engine=symbolic --symbolic-symmetry=counter */
/* exit: 64 */
/* says: counter_other_process.pml:11:10: no counter abstraction: the step makes a variable hold a process that is */
/* says: neither its parameter nor held already */
bool want[2];
byte turn = 2;
active [2] proctype p() {
	do
	:: want[_pid] = true;
	   turn = 1 - _pid;
	   (!want[1 - _pid] || turn == _pid);
	   want[_pid] = false
	od
}
