/* expect: exit=11 */
/* inline with labels and goto */
byte x, y;
inline try(v, lim) {
	skip;
again:	if
	:: atomic { v < lim -> v++ }; if :: goto again :: skip fi
	:: v >= lim -> skip
	fi
}
active proctype A() { try(x, 3); x = 0 }
active proctype B() { try(y, 2); assert(y > 0 || x >= 0) }
active proctype C() { (A@again && B@again); y = 5 }
