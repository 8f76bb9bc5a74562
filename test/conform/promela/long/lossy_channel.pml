/* expect: exit=0 states=19 transitions=22 orbits=19 group=1 */
/* alternating bit with loss and timeouts */
mtype = { msg, ack };
chan to = [1] of { mtype, bit }; chan from = [1] of { mtype, bit };
active proctype S() {
	bit b;
	do
	:: to!msg(b);
		if
		:: from?ack(eval(b)) -> b = !b
		:: from?ack(eval(1 - b))
		:: timeout
		fi
	od
}
active proctype R() {
	bit e, x;
	do
	:: to?msg(x) -> if :: x == e -> progress: e = 1 - e :: else fi; from!ack(x)
	:: to?msg(_)
	od
}
