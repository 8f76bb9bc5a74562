/* true: user=2 */
/* Dekker's algorithm for two. */
bool want[2];
byte turn = 7, inside;
active [2] proctype user()
{
    do
    :: want[_pid] = true;
       do
       :: want[1 - _pid] ->
          if
          :: turn == 1 - _pid -> want[_pid] = false; turn != 1 - _pid; want[_pid] = true
          :: else
          fi
       :: else -> break
       od;
       inside++;
       assert(inside == 1);
       inside--;
       turn = 1 - _pid;
       want[_pid] = false
    od
}
