/* expect: exit=0 states=19 transitions=20 orbits=19 group=1 */
/* Sorted sending, random receiving, polls, copies, fields of several types. */
chan q = [3] of { byte, short };
byte a; short b; bit seen;
active proctype A() { q!!3, -1; q!!1, 70000; q!2, 5 }
active proctype B() {
    q?<a, b>; q??2, b; seen = q??[3, -1]; if :: q?[1, eval(b)] -> q?1, b :: else -> q?a, b fi; q?a, b
}
