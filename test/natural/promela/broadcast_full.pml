/* true: site=1 */
/* Ricart and Agrawala's way: ask all others in one step, go in when all have answered. A box holds one message:
 * a question may find it full, and then the order in which sites are asked can be seen. */
#define N 3
mtype = { ask, yes };
chan box[N] = [1] of { mtype, byte };
byte inside;

proctype site(byte me)
{
	byte i, from, answers;

	do
	:: atomic {
		answers == 0 ->
		answers = 1;
		i = 0;
		do
		:: i < N -> if :: i != me -> box[i]!ask,me :: else fi; i++
		:: else -> break
		od
	   }
	:: box[me]?ask,from -> box[from]!yes,me
	:: atomic { box[me]?yes,from -> answers++ }
	:: answers == N ->
		inside++;
		inside--;
		answers = 0
	od
}

init {
	atomic { run site(0); run site(1); run site(2) }
}
