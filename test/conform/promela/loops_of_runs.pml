/* expect: exit=0 states=866 transitions=1744 orbits=866 group=1 */
/* Processes are started in loops that a local variable counts, behind a choice: there is room for so many only. */
byte d;
proctype P(byte n) { byte k = 1; d = n + k - 1 }
proctype Q() { byte k = 1; d = d + k }
init {
	byte i, k;
	if :: k = 1 :: k = 2 fi;
	for (i : 1 .. 2) { run P(i) }
	i = 0;
	do :: i == 1 -> break :: else -> run Q(); i++ od;
	do :: k < 3 -> k++; (_nr_pr < 3); run Q() :: !(k < 3) -> break od
}
