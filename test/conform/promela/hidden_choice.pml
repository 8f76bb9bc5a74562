/* expect: states=24 transitions=33 orbits=24 exit=0 */
/* A choice in a d_step writes a hidden variable in one of its options only: another step's value is read behind it. */
hidden byte v;
byte x, y;
active proctype P() {
	v = 2;
	d_step { if :: x == 1 -> v = 1 :: else fi; y = v }
	assert(y > 0)
}
active proctype Q() { x = 1; x = 0 }
