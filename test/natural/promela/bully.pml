/* true: node=1 */
/* The bully: the greatest number that is up leads. */
#define N 3
bool up[N] = true;
byte leader = 9;
active [N] proctype node()
{
    byte i, most;
    do
    :: atomic { up[_pid] -> up[_pid] = false; if :: leader == _pid -> leader = 9 :: else fi }
    :: atomic { !up[_pid] -> up[_pid] = true }
    :: atomic {
           up[_pid] && leader == 9 ->
           for (i : 0 .. N - 1) { if :: up[i] -> most = i :: else fi }
           leader = most;
           i = 0; most = 0
       }
    od
}
