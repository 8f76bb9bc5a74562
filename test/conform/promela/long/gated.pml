/* expect: exit=11 */
byte turn; byte n; bool on = true;
active [2] proctype W() provided (on && turn == _pid) {
	byte k;
	do :: k < 3 -> n = n + 1 + _pid; k++; if :: turn = 1 - turn :: skip fi :: else -> turn = 1 - turn; break od
}
active proctype sw() { on = false; if :: n > 3 -> skip :: else -> skip fi; on = true; timeout; turn = 0; timeout; turn = 1 }
