/* expect --nonprogress: no non-progress cycle=holds */
/* A run that stops is no cycle without progress, as with pan -l; for a formula it stays where it is. */
/* expect: stays=fails */
chan q = [1] of { byte }; byte x;
active proctype P() { x = 1; q?x }
ltl stays { <> (x == 2) }
