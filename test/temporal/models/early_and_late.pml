/* expect : early=fails late=fails holds=holds */
/* 25^4 states: that the first formula is violated near the start bounds the search for states, not those of the others. */
byte c[4];
active [4] proctype P() { do :: c[_pid] < 12 -> c[_pid]++ od }
ltl early { [] (c[0] < 5) }
ltl late { [] ! (c[0] == 12 && c[1] == 12 && c[2] == 12 && c[3] == 12) }
ltl holds { [] (c[0] <= 12) }
