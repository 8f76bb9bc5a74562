/* true: voter=3 */
/* Each voter tells all others; whoever has heard all counts. */
#define N 3
bool voted[N];
byte yes;
active [N] proctype voter()
{
    byte i, n;
    do
    :: !voted[_pid] ->
       atomic {
           voted[_pid] = true;
           if :: yes++ :: skip fi
       }
    :: atomic {
           voted[_pid] ->
           n = 0;
           for (i : 0 .. N - 1) { if :: voted[i] -> n++ :: else fi }
           if
           :: n == N -> yes = 0; i = 0; do :: i < N -> voted[i] = false; i++ :: else -> break od
           :: else
           fi;
           n = 0; i = 0
       }
    od
}
