/* true: station=1 */
/* A token goes round a ring of channels. */
#define N 3
chan ring[N] = [1] of { bit };
byte inside;
active [N] proctype station()
{
    if
    :: _pid == 0 -> ring[0]!1
    :: else
    fi;
    do
    :: ring[_pid]?_ ->
       inside++;
       assert(inside == 1);
       inside--;
       ring[(_pid + 1) % N]!1
    od
}
