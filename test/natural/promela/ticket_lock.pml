/* true: user=3 */
/* A ticket lock; tickets go round. */
#define N 3
byte next, serving, inside;
active [N] proctype user()
{
    byte mine;
    do
    :: atomic { mine = next; next = (next + 1) % N };
       serving == mine;
       inside++;
       assert(inside == 1);
       inside--;
       atomic { serving = (serving + 1) % N; mine = 0 }
    od
}
