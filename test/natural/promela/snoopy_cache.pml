/* true: cpu=3 */
/* MSI by snooping: a bus transaction is one step that looks at all caches. */
#define N 3
mtype = { invalid, shared, modified };
mtype line[N] = invalid;
byte modified_ones;
active [N] proctype cpu()
{
    byte i;
    do
    :: atomic {
           line[_pid] == invalid ->
           for (i : 0 .. N - 1) {
               if :: line[i] == modified -> line[i] = shared; modified_ones-- :: else fi
           }
           line[_pid] = shared;
           i = 0
       }
    :: atomic {
           line[_pid] != modified ->
           i = 0;
           do
           :: i < N && i != _pid -> if :: line[i] == modified -> modified_ones-- :: else fi; line[i] = invalid; i++
           :: i == _pid -> i++
           :: i == N -> break
           od;
           line[_pid] = modified;
           modified_ones++;
           assert(modified_ones == 1);
           i = 0
       }
    :: atomic { line[_pid] == modified -> line[_pid] = invalid; modified_ones-- }
    od
}
