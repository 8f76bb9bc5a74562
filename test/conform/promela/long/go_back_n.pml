/* expect: exit=0 states=434 transitions=779 orbits=434 group=1 */
/* go-back-n with window 2, numbers modulo 3, lossy */
#define M 3
chan data = [2] of { byte }; chan ack = [2] of { byte };
inline inc(x) { x = (x + 1) % M }
active proctype sender() {
	byte base, next, open, a;
	do
	:: open < 2 && nfull(data) -> data!next; inc(next); open++
	:: ack?a ->
		do :: open > 0 && base != a -> inc(base); open-- :: else -> break od
	:: timeout -> d_step { next = base; open = 0 }
	od
}
active proctype receiver() {
	byte want, d;
	do
	:: data?d -> if :: d == want -> inc(want) :: else fi; if :: nfull(ack) -> ack!want :: full(ack) fi
	:: data?_
	od
}
