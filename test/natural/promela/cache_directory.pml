/* true: node=3 */
/* A directory protocol in one place: sharers are bits, the owner a number or nobody. */
#define N 3
#define NONE 9
bool sharer[N];
byte owner = NONE;
active [N] proctype node()
{
    byte i;
    do
    :: atomic { owner == NONE && !sharer[_pid] -> sharer[_pid] = true }
    :: atomic { owner != NONE && owner != _pid -> sharer[owner] = true; sharer[_pid] = true; owner = NONE }
    :: atomic {
           owner == NONE ->
           for (i : 0 .. N - 1) { sharer[i] = false }
           owner = _pid;
           i = 0
       }
    :: atomic { owner == _pid -> owner = NONE }
    :: atomic { sharer[_pid] -> sharer[_pid] = false }
    od
}
