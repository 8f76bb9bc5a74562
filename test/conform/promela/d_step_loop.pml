/* expect: exit=0 states=7 transitions=8 orbits=7 group=1 */
/* A loop with jumps inside one step. */
byte x, y;
active [2] proctype A() {
    byte i;
    d_step {
        i = 0;
        do
        :: i < 5 -> if :: i == 3 -> goto next :: i == 1 -> y++ :: else -> x = x + i fi; next: i++
        :: else -> break
        od;
        i = 0
    }
}
