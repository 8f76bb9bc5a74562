/* true: member=3 */
/* Members that see all others alive; a suspect is removed by whoever finds it. */
#define N 3
bool alive[N] = true;
bool view[N] = true;
active [N] proctype member()
{
    byte i;
    do
    :: alive[_pid] = false
    :: atomic {
           alive[_pid] ->
           i = 0;
           do
           :: i < N && i != _pid -> if :: !alive[i] -> view[i] = false :: else fi; i++
           :: i == _pid -> i++
           :: i == N -> break
           od;
           i = 0
       }
    :: atomic { !view[_pid] -> alive[_pid] = true; view[_pid] = true }
    od
}
