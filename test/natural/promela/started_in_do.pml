/* true: node=3 */
/* Suzuki's token without queue numbers: the holder gives the token to a node that asks. Started by a do loop without
   atomic, with a watchdog beside. */
#define N 3

bool wants[N], inside[N];
byte holder;

proctype node(byte id)
{
	do
	:: !wants[id] -> wants[id] = true
	:: holder == id && wants[id] ->
		inside[id] = true;
		wants[id] = false;
		inside[id] = false
	:: holder == id && !wants[id] ->
		if
		:: atomic { wants[0] -> holder = 0 }
		:: atomic { wants[1] -> holder = 1 }
		:: atomic { wants[2] -> holder = 2 }
		fi
	od
}

active proctype watchdog()
{
	do
	:: assert(inside[0] + inside[1] + inside[2] <= 1)
	od
}

init {
	byte i = 0;
	do
	:: i < N -> run node(i); i++
	:: else -> break
	od
}
