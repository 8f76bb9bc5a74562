/* true: user=3 */
/* Peterson's lock for three: the filter. */
#define N 3
#define NOBODY 9
byte level[N];
byte last[N] = NOBODY;
byte inside;
#define alone(k) ((_pid == 0 || level[0] < k) && (_pid == 1 || level[1] < k) && (_pid == 2 || level[2] < k))
active [N] proctype user()
{
    byte k;
    do
    :: k = 1;
       do
       :: k < N ->
          level[_pid] = k;
          last[k] = _pid;
          (alone(k) || last[k] != _pid);
          k++
       :: else -> break
       od;
       inside++;
       assert(inside == 1);
       inside--;
       level[_pid] = 0
    od
}
