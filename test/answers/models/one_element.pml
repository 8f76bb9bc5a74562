/* Statements are no choice of an element where a scalarset has one element only. */
scalarset Seat[1];
bool taken[Seat]; Seat mine;
active [2] proctype p() {
	do
	:: atomic { !taken[mine] -> taken[mine] = 1 }
	:: atomic { taken[mine] -> taken[mine] = 0 }
	od
}
