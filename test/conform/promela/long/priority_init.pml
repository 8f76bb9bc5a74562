/* expect: exit=0 states=176 transitions=290 orbits=176 group=1 */
/* init is interrupted in its atomic sequence by what it starts. */
byte x, y;
chan q = [2] of { byte };
proctype A(byte k) { q!k; x = k; q?k }
active proctype W() priority 1 { do :: y < 3 -> y++ :: y == 3 -> break od }
init { atomic { run A(1) priority 4; assert(x == 1); run A(2); run A(3) priority 2; y = 0 } }
