/* The start is not the same for all: it names one.
-- group: p=S3
-- starts: p=S2
-- start refused: p line 6 fixed 1
*/
byte turn = 1
proctype p(byte i) {
	do
	:: atomic { turn == i -> turn = 3 }
	:: atomic { turn == 3 -> turn = i }
	od
}

init { atomic { run p(0); run p(1); run p(2) } }
