/* expect: exit=0 states=10467 transitions=17876 orbits=10467 group=1 */
byte n;
active [3] proctype P() priority 2 {
    byte k;
    do
    :: k < 2 -> k++; n = n + 1; if :: n == 2 -> _priority = 3 :: n == 4 -> set_priority(_pid, 1) :: else fi
        assert(get_priority(_pid) == _priority)
    :: else -> break
    od
}
