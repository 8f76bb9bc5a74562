/* true: worker=3 */
/* The init process is number 0, so the workers look into their arrays one below. */
#define N 3
bool busy[N];
byte used;
proctype worker()
{
    byte me = _pid - 1;
    do
    :: atomic { used < 2 && !busy[me] -> busy[me] = true; used++ }
    :: atomic { busy[me] -> busy[me] = false; used-- }
    od
}
init { atomic { run worker(); run worker(); run worker() } }
