/* expect: exit=0 states=2401 transitions=7508 orbits=2401 group=1 */
/* Loops whose counter begins with another value than 0, whose guard has the number on the left, or whose first way sends. */
chan q = [1] of { byte };
byte d;
proctype P() { skip }
proctype Q() { d++ }
init {
	byte i = 2, k = 3;
	if :: q!1; run P(); run P() :: run P() fi;
	do :: i == 4 -> break :: else -> run Q(); i++ od;
	do :: 4 < k -> break :: else -> run P(); k++ od
}
