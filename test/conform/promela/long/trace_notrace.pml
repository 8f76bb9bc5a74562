/* expect: exit=14 states=5 transitions=5 orbits=5 group=1 */
/* All that the notrace says can come. */
mtype = { req, ack };
chan q = [2] of { mtype };
chan p = [2] of { mtype };
active proctype A() { do :: q!req; p?ack od }
active proctype B() { do :: q?req; p!ack od }
notrace { q!req; q?req; q!req }
