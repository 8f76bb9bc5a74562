/* expect: exit=0 states=11 transitions=12 orbits=11 group=1 */
/* An atomic sequence that blocks gives its token up and takes it again later. */
byte x;
active proctype A() { atomic { x = 1; x == 3; x = 4 }; x = 5 }
active proctype B() { x == 1; x = 2; x = 3 }
