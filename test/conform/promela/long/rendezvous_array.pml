/* expect: exit=0 states=5600 transitions=15077 orbits=5600 group=1 */
#define N 3
chan ask[N] = [0] of { pid }; chan ans[N] = [0] of { bool };
byte served;
active [N] proctype cl() {
	bool ok;
	byte k;
	do
	:: k < 2 -> ask[_pid]!_pid; ans[_pid]?ok; k = k + ok
	:: k == 2 -> break
	od
}
active proctype sv() {
	pid p;
end:	do
	:: ask[0]?p -> ans[p]!true
	:: ask[1]?p -> ans[p]!(served % 2); served = (served + 1) % 4
	:: atomic { ask[2]?p -> ans[p]!true; served = 0 }
	od
}
