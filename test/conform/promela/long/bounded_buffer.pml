/* expect: exit=0 states=14491 transitions=39338 orbits=14491 group=1 */
/* bounded buffer, values chosen by select */
typedef item { byte v; bit last };
chan b = [2] of { item };
byte got;
active [2] proctype prod() {
	item x; byte k, w;
	for (k : 1 .. 2) { select (w : 1 .. 2); x.v = w; x.last = (k == 2); b!x }
}
active proctype cons() {
	item y; byte lasts;
	do
	:: b?y -> got = y.v; if :: y.last -> lasts++ :: else fi
	:: lasts == 2 -> break
	od;
	assert(empty(b))
}
