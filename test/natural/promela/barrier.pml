/* true: worker=4 */
/* A barrier that turns its sense. */
#define N 4
byte waiting;
bool sense;
active [N] proctype worker()
{
    bool mine;
    do
    :: mine = !mine;
       atomic {
           waiting++;
           if
           :: waiting == N -> waiting = 0; sense = mine
           :: else
           fi
       }
       sense == mine
    od
}
