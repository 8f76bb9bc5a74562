/* true: node=3 */
/* Each node tells what it knows to another one, whom it picks. */
#define N 3
bool knows[N];
active [N] proctype node()
{
    byte to = N;
    do
    :: knows[_pid] = true
    :: knows[_pid] ->
       if
       :: to = 0
       :: to = 1
       :: to = 2
       fi;
       knows[to] = true;
       to = N
    :: knows[_pid] = false
    od
}
