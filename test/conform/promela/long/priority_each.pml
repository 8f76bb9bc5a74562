/* expect: exit=0 states=126 transitions=376 orbits=126 group=1 */
/* What is written for each process is no single step here: it may be interrupted. */
byte s[3];
active [3] proctype P() priority 3 {
    do
    :: s[_pid] < 2 ->
        atomic {
            if :: s[0] == 1 -> s[0] = 0 :: else fi
            if :: s[1] == 1 -> s[1] = 0 :: else fi
            if :: s[2] == 1 -> s[2] = 0 :: else fi
        }
        s[_pid]++
    :: s[_pid] == 2 -> break
    od
}
active proctype Q() priority 4 { (s[0] + s[1] + s[2] == 0); (s[0] + s[1] + s[2] == 5); s[1] = 0 }
