/* The next process on a ring of three: no exchange of two leaves that as it is.
-- group: W=none
-- refused: W line 8 fixed 3
*/
bool token[3] = true;
active [3] proctype W() {
	do
	:: token[_pid] -> atomic { token[_pid] = false; token[(_pid + 1) % 3] = true }
	od
}
