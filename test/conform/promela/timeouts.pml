/* expect: exit=11 states=14 transitions=14 orbits=14 group=1 */
/* timeout is true where nobody else can move, also as an escape and beside a rendez-vous nobody takes. */
chan c = [0] of { bit };
byte n;
active proctype A() { do :: n < 3 -> timeout; n++ :: n == 3 -> break od }
active proctype B() { { c!1 } unless { timeout; n = 7 } }
