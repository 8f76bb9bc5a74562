/* Statements are told apart by a channel that the process was given; what is known of it for one of them is forgotten
   before the next one is looked at, which is told apart by another channel. verdict: 0. reduced: yes
   args: --deadlock=off */
chan box[3] = [2] of { byte };
byte seen;
proctype P(byte a; byte b) {
	box[a] ! 1;
	if
	:: a == 0 && len(box[b]) < 2 -> seen = 1
	:: a == 1 && len(box[b]) < 2 -> seen = 2
	:: a == 2 && len(box[b]) < 2 -> seen = 3
	fi
}
proctype Q() { byte n; do :: n < 3 -> n++ :: else -> break od }
init {
	atomic {
		if
		:: run P(0, 2)
		:: run P(1, 0)
		:: run P(2, 1)
		fi;
		run Q(); run Q()
	}
}
