/* expect: exit=0 */
/* What looks like one test for each element is not: the numbers differ in another way. */
byte at[3];
active [3] proctype p() {
    do
    :: at[_pid] < 2 -> at[_pid] = at[_pid] + 1
    :: d_step { (at[0] != 0 && at[1] != 1 && at[2] != 0) -> at[_pid] = 0 }
    :: d_step { (at[0] != 2 || at[1] != 2 || at[2] != 2) -> at[_pid] = 1 }
    od
}
