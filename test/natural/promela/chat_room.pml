/* true: person=3 */
/* A room: who says something puts it into the box of everybody who is in. */
#define PEOPLE 3

bool in[PEOPLE + 1];
chan mail[PEOPLE + 1] = [1] of { byte };

proctype person(byte name)
{
	byte other, x;

	in[name] = true;
	do
	:: mail[name]?x -> x = 0
	:: atomic {
		nfull(mail[1]) && nfull(mail[2]) && nfull(mail[3]) ->
		for (other : 1 .. PEOPLE) {
			if
			:: other != name && in[other] -> mail[other]!name
			:: else -> skip
			fi
		};
		other = 0
	   }
	:: atomic { empty(mail[name]) -> in[name] = false }; in[name] = true
	od
}

init {
	byte p = 1;
	do
	:: p <= PEOPLE -> run person(p); p = p + 1
	:: p > PEOPLE -> break
	od
}
