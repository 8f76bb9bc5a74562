/* expect: states=263 transitions=676 orbits=263 group=1 exit=0 */
/* A label of the first process that is there. */
byte x;
active [3] proctype P() { byte v = 1; v = 2; L: x++; v = 3; }
active proctype Q() { end: do :: P@L -> x = 0 :: x > 2 -> break od }
