/* The number behind the last element is none.
-- group: p=S3
*/
byte turn = 3; byte next[3] = 3
proctype p(byte i) {
	do
	:: atomic { turn == 3 -> turn = i }
	:: atomic { turn == i -> next[i] = turn; turn = 3 }
	:: atomic { next[i] == i -> next[i] = 3 }
	od
}

init { atomic { run p(0); run p(1); run p(2) } }
