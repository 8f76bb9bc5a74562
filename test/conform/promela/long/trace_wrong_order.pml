/* expect: exit=14 states=3 transitions=8 orbits=3 group=1 */
/* A second message before the first was taken: no event matches. */
mtype = { a, b };
chan q = [2] of { mtype };
active proctype A() { do :: q!a :: q!b od }
active proctype B() { do :: q?a :: q?b od }
trace { do :: q!a; q?a :: q!b; q?b od }
