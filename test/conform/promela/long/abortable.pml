/* expect: exit=11 */
mtype = { go, stop, done };
chan cmd = [1] of { mtype }; chan rep = [0] of { mtype };
bool abort; byte work;
active proctype server() {
	do
	:: cmd?go ->
		{
			work = 0;
			do :: work < 3 -> work++ :: work == 3 -> rep!done; break od
		} unless {
			abort -> abort = false; { rep!stop } unless { timeout -> skip }
		}
	od
}
active proctype client() {
	mtype m; byte n;
	do
	:: n < 2 -> cmd!go; n++; if :: abort = true :: skip fi; rep?m
	:: else -> break
	od
}
