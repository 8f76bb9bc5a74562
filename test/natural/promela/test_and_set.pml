/* true: user=4 */
/* A spin lock by test-and-set, with a monitor. */
#define N 4
bool locked;
byte inside;
active [N] proctype user()
{
    do
    :: atomic { !locked -> locked = true };
       inside++;
       assert(inside == 1);
       inside--;
       locked = false
    od
}
active proctype monitor() { end: do :: assert(inside <= 1) od }
