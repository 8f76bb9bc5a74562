/* true: site=3 */
/* A site with news waits until all boxes of the others are empty, then sends to each in one step. */
#define N 3
#define NEWS 1

chan in[N] = [1] of { byte, byte };
byte last[N];

proctype site(byte me)
{
	byte i, who, what;

	do
	:: atomic {
		empty(in[0]) && empty(in[1]) && empty(in[2]) ->
		i = 0;
		do
		:: i < N -> if :: i != me -> in[i]!NEWS,me :: else -> skip fi; i++
		:: i >= N -> break
		od
	   }
	:: in[me]?what,who -> last[me] = what; what = 0
	od
}

init {
	atomic {
		run site(0); run site(1); run site(2)
	}
}
