/* true: seller=3 */
/* An auction: a bid is the number of the seller; scratch variables are hidden. */
#define N 3
#define NONE 99

hidden byte scratch[N];
hidden byte j;
bool offers[N];
byte winner = NONE;

active [N] proctype seller()
{
	do
	:: winner == NONE -> offers[_pid] = true
	:: atomic {
		offers[_pid] && winner == NONE ->
		winner = _pid;
		j = 0;
		do
		:: j < N -> scratch[j] = offers[j]; offers[j] = false; j++
		:: else -> break
		od
	   }
	:: winner == _pid -> winner = NONE
	od
}
