/* expect: exit=0 states=14 transitions=16 orbits=6 group=6 */
/* A parameter numbers the processes, and an array is indexed by it; 3 stands for nobody. */
byte turn = 3;
bit busy[3];

proctype user(byte me) {
    do
    :: atomic { turn == 3 -> turn = me }; busy[me] = 1;
       assert(turn == me && (me == 0 || !busy[0]) && (me == 1 || !busy[1]) && (me == 2 || !busy[2]));
       busy[me] = 0; turn = 3
    od
}

init { atomic { run user(0); run user(1); run user(2) } }
