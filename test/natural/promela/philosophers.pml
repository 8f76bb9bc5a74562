/* true: philosopher=1 */
/* Philosophers round a table: neighbours cannot be exchanged by themselves. */
#define N 3
bool fork[N];
active [N] proctype philosopher()
{
    do
    :: atomic { !fork[_pid] -> fork[_pid] = true };
       atomic { !fork[(_pid + 1) % N] -> fork[(_pid + 1) % N] = true };
       atomic { fork[_pid] = false; fork[(_pid + 1) % N] = false }
    od
}
