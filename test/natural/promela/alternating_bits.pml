/* true: sender=2 */
/* Two senders with an alternating bit each over one lossy line; the receiver keeps a bit for each. */
#define N 2
chan line = [1] of { byte, bit };
bit expected[N];
bit acknowledged[N];
active [N] proctype sender()
{
    bit b;
    do
    :: line!_pid,b
    :: atomic { acknowledged[_pid] != b -> b = acknowledged[_pid] }
    od
}
active proctype receiver()
{
    byte who = 255;
    bit b;
    do
    :: line?_,_
    :: atomic {
           line?who,b ->
           if
           :: b == expected[who] -> expected[who] = 1 - expected[who]; acknowledged[who] = expected[who]
           :: else
           fi;
           who = 255; b = 0
       }
    od
}
