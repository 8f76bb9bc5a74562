/* A number stands for one of the elements: the others may still be permuted.
-- group: p=S3
-- refused: p line 9 fixed 1
*/
byte turn = 4
proctype p(byte i) {
	do
	:: atomic { turn == 4 -> turn = i }
	:: atomic { turn == i && i != 2 -> turn = 4 }
	od
}

init { atomic { run p(0); run p(1); run p(2); run p(3) } }
