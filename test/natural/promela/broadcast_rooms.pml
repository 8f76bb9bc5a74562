/* true: peer=3 */
/* Each peer tells all others what it has seen. The mailboxes have room for everything that is ever sent; nobody asks. */
#define N 3

chan box[N] = [N] of { byte };
bool heard[N];

active [N] proctype peer()
{
	byte i, from;

	atomic {
		for (i : 0 .. N - 1) {
			if
			:: i != _pid -> box[i]!_pid
			:: else
			fi
		}
	};
end:	do
	:: box[_pid]?from -> heard[from] = true
	od
}
