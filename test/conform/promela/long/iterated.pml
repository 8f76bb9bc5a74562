/* expect: exit=0 states=470 transitions=804 orbits=470 group=1 */
typedef rec { byte k; short v };
byte a[3]; int sum; chan q = [3] of { rec };
active proctype fill() { byte i; rec r; for (i in a) { a[i] = i * 2; r.k = i; r.v = -i; q!r } }
active proctype shower() {
	byte i; rec r; len(q) >= 2;
	for (r in q) { sum = sum + r.v }
	for (i in a) { sum = sum + a[i] }
}
