/* expect: exit=11 */
/* Lamport's bakery, with _pid arrays */
#define N 2
bool choosing[N]; byte num[N]; byte ncrit;
active [N] proctype P() {
	byte j, max;
	do
	:: choosing[_pid] = true;
	   max = 0;
	   for (j : 0 .. N-1) { if :: num[j] > max -> max = num[j] :: else fi }
	   if :: max < 4 -> num[_pid] = max + 1 :: else -> break fi;
	   choosing[_pid] = false;
	   for (j : 0 .. N-1) {
		!choosing[j];
		(num[j] == 0 || num[j] > num[_pid] || (num[j] == num[_pid] && j >= _pid))
	   }
	   ncrit++; assert(ncrit == 1); ncrit--;
	   num[_pid] = 0
	od
}
