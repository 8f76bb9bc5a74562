/* true: client=3 */
/* A server answers each client by a channel of its own without places. */
#define N 3

mtype = { request, reply };

chan server = [N] of { mtype, byte };
chan answer[N] = [0] of { mtype };
byte served;

proctype client(byte id)
{
	do
	:: server!request(id);
	   answer[id]?reply
	od
}

active proctype daemon()
{
	byte who;

	do
	:: server?request(who);
	   served = 1;
	   answer[who]!reply;
	   served = 0
	od
}

init {
	byte k;

	atomic {
		k = 0;
		do
		:: k < N -> run client(k); k++
		:: k == N -> break
		od
	}
}
