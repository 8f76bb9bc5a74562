/* One process is named by its number in the text and in a property: the others still can be exchanged.
-- group: p=S3
-- refused: p line 14 fixed 1
*/
byte turn = 4
byte wants[4]
proctype p(byte i) {
	do
	:: atomic { turn == 4 && wants[i] -> turn = i }
	:: atomic { turn == i -> wants[i] = 0; turn = 4 }
	:: atomic {
		!wants[i] ->
		if
		:: i == 0 -> wants[i] = 2
		:: else -> wants[i] = 1
		fi
	   }
	od
}
init { atomic { run p(0); run p(1); run p(2); run p(3) } }
