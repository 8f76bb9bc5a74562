/* expect: exit=0 states=1309 transitions=3423 orbits=1309 group=1 */
typedef port { chan in = [1] of { byte, bit }; byte n[2] };
typedef sw { port p[2]; mtype s };
mtype = { idle, busy };
sw s[2];
active [2] proctype feeder() { byte k; do :: k < 2 -> s[_pid].p[k].in!k, 1; k++ :: else -> break od }
active proctype hub() {
	byte i, v; bit b;
end:	do
	:: s[0].p[0].in?v, b -> s[0].s = busy; s[0].p[0].n[b]++
	:: s[0].p[1].in?v, 1 -> s[0].p[1].n[v]++; s[0].s = idle
	:: s[1].p[0].in?v, b -> s[1].s = busy; s[1].p[v].n[b] = i
	:: s[1].p[1].in?v, eval(s[1].s == busy) -> i++
	od
}
