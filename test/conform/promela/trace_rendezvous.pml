/* expect: exit=11 states=9 transitions=8 orbits=9 group=1 */
/* Both halves of rendez-vous; processes are alike. */
mtype = { m, n }; chan r = [0] of { mtype, byte };
active [2] proctype A() { r!m,_pid; r!n,_pid }
active proctype B() { byte x; do :: r?m,x; r?n,x :: r?n,x od }
trace { do :: r!m,_; r!_,_ :: r!n,_ od }
