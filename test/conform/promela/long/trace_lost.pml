/* expect: exit=14 states=44 transitions=64 orbits=44 group=1 */
/* A trace that is violated late. */
mtype = { req, ack, nak }; chan q = [2] of { mtype, byte }; chan p = [2] of { mtype, byte };
active [2] proctype A() { byte n; do :: q!req,_pid; if :: p?ack,eval(_pid) :: p?nak,eval(_pid) fi od }
active proctype B() { byte n; do :: q?req,n -> if :: p!ack,n :: p!nak,n fi od }
trace { do :: p!ack,_ :: p!nak,_; p!ack,_ od }
