/* expect: done=fails also=fails */
/* expect --fair=weak: done=fails also=holds */
/* expect --fair=strong: done=fails also=holds */
/* Q can always end it, but moves in each handshake that P begins, so it is treated fairly. R moves in none. */
chan h = [0] of { bit };
bool y, z;
active proctype P() { do :: h!1 od }
active proctype Q() { do :: h?_ :: !y -> y = true; break od }
active proctype R() { z = true }
ltl done { <> y }
ltl also { <> z }
