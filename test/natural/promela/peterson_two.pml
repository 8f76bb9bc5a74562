/* true: user=2 */
/* Peterson's lock for two, with the other as 1 - _pid. */
bool want[2];
byte turn, inside;
active [2] proctype user()
{
    pid other = 1 - _pid;
    do
    :: want[_pid] = true;
       turn = other;
       !want[other] || turn == _pid;
       inside++;
       assert(inside == 1);
       inside--;
       want[_pid] = false
    od
}
