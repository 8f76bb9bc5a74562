/* true: visitor=4 */
/* A museum: at most two inside; a guard counts by a monitor. A visitor that has left never comes back. */
byte inside, left;
bool open = true;

proctype visitor()
{
	atomic { open && inside < 2 -> inside++ };
	atomic { inside--; left++ }
}

active proctype guard()
{
	do
	:: left < 4 -> open = !open
	:: left == 4 -> break
	od;
	assert(inside == 0)
}

init {
	byte n = 4;
	do
	:: n > 0 -> run visitor(); n--
	:: n == 0 -> break
	od
}
