/* expect: exit=0 states=5663 transitions=11437 orbits=5663 group=1 */
/* What Spin merges, forgets and leaves out by default; the test runs this with --merge and --dead, too. */
byte shown, only_written, read;
byte list[2];
chan q = [1] of { byte };
local byte mine;

active [2] proctype P()
{
    byte x, y, z;
    do
    :: q!_pid -> x = _pid; y = x + 1; printf("%d\n", y)
    :: atomic { q?x -> y = x; z = y }; only_written = x; x = 3
    :: read == 0 -> list[1] = y; x = 0; mine = 1; goto out
    :: else -> x = 1; y = 2; z = x + y; assert(z == 3); printf("%d\n", shown)
    od;
out:
    x = 1;
    y = x;
    d_step { z = y; y = 0 };
    shown++
}
