/* true: user=1 */
/* An arbiter that looks for the first one who wants: the order of the loop counts. */
#define N 3
bool want[N];
byte owner = 255;
active [N] proctype user()
{
    do
    :: atomic { !want[_pid] -> want[_pid] = true };
       atomic { owner == _pid -> owner = 255; want[_pid] = false }
    od
}
active proctype arbiter()
{
    byte i;
    do
    :: atomic {
           owner == 255 ->
           for (i : 0 .. N - 1) {
               if :: want[i] && owner == 255 -> owner = i :: else fi
           }
           i = 0
       }
    od
}
