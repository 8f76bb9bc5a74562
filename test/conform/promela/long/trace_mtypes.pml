/* expect: exit=0 states=3 transitions=4 orbits=3 group=1 */
/* Messages with two mtypes. */
mtype:one = { x, y }; mtype:two = { u, v };
chan q = [2] of { mtype:one, mtype:two };
active proctype A() { do :: q!x,u; q?_,_ :: q!y(v); q?y,v od }
trace { do :: q!x,u; q?x,_ :: q!y,v; q?_,v od }
