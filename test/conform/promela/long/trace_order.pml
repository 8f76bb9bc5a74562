/* expect: exit=0 states=10 transitions=13 orbits=10 group=1 */
/* The trace goes through all messages in order. */
mtype = { a, b };
chan q = [1] of { mtype, byte };
chan r = [0] of { mtype };
active proctype A() { do :: q!a,1; r?b :: q!b,2 od }
active proctype B() { byte x; do :: q?a,x; r!b :: q?b,x od }
trace { do :: q!a; q?a,_; r!b :: q!b,_; q?b,2 od }
