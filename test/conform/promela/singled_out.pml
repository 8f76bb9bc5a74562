/* expect: exit=0 states=130 transitions=514 orbits=42 group=6 */
/* Process 1 is special: only the others are permuted. */
byte done;
active [4] proctype p() {
    bit x;
    end: do
    :: _pid == 1 -> done = 1
    :: _pid != 1 && done == 1 -> x = 1 - x
    od
}
