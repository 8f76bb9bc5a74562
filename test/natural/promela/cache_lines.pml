/* true: cpu=3 */
/* MSI with a bus: who writes invalidates all others in one step, in the order of their numbers. */
#define N 3

mtype = { I, S, M };
mtype line[N] = I;

inline invalidate_others()
{
	k = 0;
	do
	:: k < N && k != _pid -> line[k] = I; k++
	:: k == _pid -> k++
	:: k == N -> break
	od
}

active [N] proctype cpu()
{
	byte k;

	do
	:: d_step { line[_pid] == I && line[0] != M && line[1] != M && line[2] != M -> line[_pid] = S }
	:: atomic { line[_pid] != M -> invalidate_others(); line[_pid] = M; k = 0 }
	:: line[_pid] == M -> line[_pid] = S
	od
}
