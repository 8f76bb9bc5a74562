/* true: worker=3 */
/* The main process starts the workers with their numbers, in a loop. */
#define N 3
byte owner = 255;
bool busy[N];
proctype worker(byte me)
{
    do
    :: atomic { owner == 255 -> owner = me; busy[me] = true };
       assert(owner == me);
       atomic { busy[me] = false; owner = 255 }
    od
}
init
{
    byte i;
    atomic {
        i = 0;
        do
        :: i < N -> run worker(i); i++
        :: else -> break
        od
    }
}
