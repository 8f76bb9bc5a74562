/* true: user=3 */
/* Lamport's bakery; a ticket is drawn in one step, and tickets move up when somebody leaves. */
#define N 3
byte ticket[N];
byte inside;
active [N] proctype user()
{
    byte i, most;
    do
    :: atomic {
           most = 0;
           for (i : 0 .. N - 1) {
               if :: ticket[i] > most -> most = ticket[i] :: else fi
           }
           ticket[_pid] = most + 1;
           most = 0
       }
       ticket[_pid] == 1;
       inside++;
       assert(inside == 1);
       inside--;
       atomic {
           i = 0;
           do
           :: i < N -> if :: ticket[i] > 0 -> ticket[i] = ticket[i] - 1 :: else fi; i++
           :: else -> break
           od;
           i = 0
       }
    od
}
