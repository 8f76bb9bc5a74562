/* expect: exit=11 */
#define N 3
bool fork[N]; byte eating;
active [N] proctype phil() {
	byte l = _pid; byte r = (_pid + 1) % N;
	do
	:: atomic { !fork[l] -> fork[l] = true }
	   atomic { !fork[r] -> fork[r] = true; eating++ }
	   assert(eating <= 1 || N > 3);
	   atomic { eating--; fork[l] = false; fork[r] = false }
	od
}
