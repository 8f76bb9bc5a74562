/* expect: exit=0 states=28 transitions=27 orbits=28 group=1 */
/* The middle one keeps the low one from giving back what the high one waits for, while it is provided for. */
byte x, lock;
bool high;
active proctype low() priority 2 {
    do :: atomic { lock == 0 -> lock = 1 }; x++; lock = 0; if :: x > 2 -> break :: else fi od
}
active proctype mid() priority 4 provided (high) { byte i; do :: i < 3 -> i++ :: else -> break od; high = 0 }
active proctype big() priority 6 {
    x > 1; high = 1; atomic { lock == 0 -> lock = 1 }; lock = 0; set_priority(0, 8); x = get_priority(0) + get_priority(9)
}
