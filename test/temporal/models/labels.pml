/* expect: no acceptance cycle=fails */
/* expect --nonprogress: no non-progress cycle=fails */
/* expect --nonprogress --fair=weak: no non-progress cycle=holds */
/* Labels as properties. */
byte x;
active proctype P() { accept_a: do :: x = 1 - x od }
active proctype Q() { do :: progress_q: skip; x = x od }
