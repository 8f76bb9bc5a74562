/* expect: exit=0 states=528 transitions=1426 orbits=528 group=1 */
/* leader election of Chang and Roberts */
#define N 4
chan q[N] = [N] of { byte };
byte leaders;
proctype node(byte me; byte id) {
	byte m; chan in = q[me]; chan out = q[(me + 1) % N];
	out!id;
end:	do
	:: in?m ->
		if
		:: m > id -> out!m
		:: m == id -> leaders++; assert(leaders == 1); break
		:: else -> skip
		fi
	od
}
init { byte i; atomic { for (i : 0 .. N-1) { run node(i, (i * 3 + 1) % 5) } } }
