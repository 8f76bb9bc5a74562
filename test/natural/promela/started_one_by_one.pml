/* true: user=3 */
/* Users of one printer, started by a list of run; each puts its number on the sheet. */
#define NOBODY 255

byte printing = NOBODY;
byte pages;

proctype user()
{
	do
	:: atomic { printing == NOBODY -> printing = _pid };
	   assert(printing == _pid);
	   pages = (pages + 1) % 2;
	   printing = NOBODY
	od
}

init {
	run user();
	run user();
	run user()
}
