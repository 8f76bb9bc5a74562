/* true: user=1 */
/* A process looks at the others one by one, not in one step. */
#define N 3
bool want[N];
byte inside;
active [N] proctype user()
{
    byte i;
    do
    :: atomic { !want[_pid] -> want[_pid] = true };
       i = 0;
       do
       :: i < N && (i == _pid || !want[i]) -> i++
       :: i < N && i != _pid && want[i] -> break
       :: i == N -> break
       od;
       if
       :: i == N -> inside++; inside--
       :: else
       fi;
       i = 0;
       want[_pid] = false
    od
}
