/* true: consumer=2 producer=2 */
/* Producers and consumers are started in turn, by one loop, while the first ones already work. */
chan buffer = [2] of { bit };
byte items;

proctype producer()
{
	do
	:: atomic { nfull(buffer) && items < 3 -> buffer!1; items++ }
	od
}

proctype consumer()
{
	bit it;

	do
	:: buffer?it -> it = 0; atomic { items-- }
	od
}

init {
	byte i;
	for (i : 1 .. 2) {
		run producer();
		run consumer()
	}
}
