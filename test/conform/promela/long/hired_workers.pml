/* expect: exit=0 states=346 transitions=829 orbits=346 group=1 */
/* a server that starts workers, channels as arguments */
mtype = { job, quit };
chan pool = [1] of { mtype, chan };
byte alive;
proctype worker(chan r; byte k) { alive++; r!k; alive-- }
active proctype server() {
	chan r; byte n;
	do
	:: pool?job(r) -> if :: n < 3 -> run worker(r, n); n++ :: else -> r!99 fi
	:: pool?quit(_) -> break
	od
}
active proctype user() {
	chan mine = [0] of { byte }; byte v;
	do
	:: v < 2 -> pool!job(mine); mine?v
	:: v >= 2 -> pool!quit(mine); break
	od
}
